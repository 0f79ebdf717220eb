import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { onTestFinished } from "vitest";

/** A proxy on the loopback that tunnels, and the hosts that it was asked for. */
export async function connectProxy(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on("connect", ({ url = "" }, client) => {
    asked.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    const target = connect(Number(port), hostname, () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.pipe(client);
      client.pipe(target);
    });
    target.on("error", () => client.destroy());
    client.on("error", () => target.destroy());
    onTestFinished(() => {
      target.destroy();
      client.destroy();
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}
