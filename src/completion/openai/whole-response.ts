/** `Response` without what is read from the body, which its types do not let a class replace. */
const Unread: new (
  body: null,
  init: { readonly status: number },
) => Pick<Response, "ok" | "redirected" | "status" | "statusText" | "type" | "url"> = Response;

/**
 * A response whose body is there already. As text, JSON or bytes it is read from memory; a stream,
 * which is most of what a `Response` costs, is made only for who asks for one.
 */
export class WholeResponse extends Unread {
  readonly #bytes: Buffer<ArrayBuffer>;
  readonly #headers: Headers;
  #standard: Response | undefined;
  #isRead = false;

  constructor(bytes: Buffer<ArrayBuffer>, status: number, headers: Headers) {
    super(null, { status });
    this.#bytes = bytes;
    this.#headers = headers;
  }

  get headers(): Headers {
    return this.#headers;
  }

  get body(): Response["body"] {
    return this.#streaming.body;
  }

  get bodyUsed(): boolean {
    return this.#isRead || this.#standard?.bodyUsed === true;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(this.#read());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#read();
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }

  async blob(): ReturnType<Response["blob"]> {
    return this.#streaming.blob();
  }

  async formData(): ReturnType<Response["formData"]> {
    return this.#streaming.formData();
  }

  clone(): Response {
    if (this.bodyUsed) throw new TypeError("the body was read already");
    return new WholeResponse(this.#bytes, this.status, this.#headers);
  }

  get #streaming(): Response {
    const { status } = this;
    this.#standard ??= new Response(this.#isRead ? null : this.#bytes, {
      status,
      headers: this.#headers,
    });
    return this.#standard;
  }

  #read(): Buffer<ArrayBuffer> {
    if (this.bodyUsed) throw new TypeError("the body was read already");
    this.#isRead = true;
    return this.#bytes;
  }
}
