import { accessSync, constants, lstatSync } from "node:fs";

/**
 * A folder in a place that is open to all users of the machine; where that is not usable, since
 * another user has made it, one beside it with the user's number.
 */
export function userFolder(
  shared: string,
  isUsable: (folder: string, uid: number | undefined) => boolean,
  uid = process.getuid?.(),
): string {
  return uid === undefined || isUsable(shared, uid) ? shared : `${shared}-${uid}`;
}

/** Whether a user made a folder, or the link in its place, or it is still to be made. */
export function isOwnFolder(folder: string, uid: number | undefined): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found === undefined || found.uid === uid;
}

/** Whether this user may put files into a folder, or it is still to be made. */
export function isWritableFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return lstatSync(folder, { throwIfNoEntry: false }) === undefined;
  }
}
