/** @jest-environment node */
import { newInvitationSecret, writeDeviceLink } from "@/lib/sealing/invitation";
import { newRecoveryCode } from "@/lib/sealing/recovery-code";
import { readSealedFile } from "@/lib/sealing/sealed-file";
import { readSyncSettings } from "@/lib/settings/sync-settings";
import { openS3 } from "@/lib/sync/s3";
import { remoteSender } from "@/lib/sync/send";
import { openUpstash } from "@/lib/sync/upstash";
import { openWebDav } from "@/lib/sync/webdav";
import { writeLinkedLocation } from "@/store/sync/invitation-contents";
import { openLink, spendLink } from "@/store/sync/invitations";
import type { LocationMemory } from "@/store/sync/location-memory";
import { startS3 } from "../../support/s3-peer";
import { addChat, closeDevices, openDevice, rowsIn, syncDevice } from "../../support/sync-locations";
import { peerCredentials, startUpstash, startWebDav } from "../../support/sync-peers";

let requests = 0;
const send = remoteSender({
  fetch(url, init) {
    requests += 1;
    return fetch(url, init);
  },
});
const { username, password, token } = peerCredentials;

afterEach(closeDevices);

const peers = {
  WebDAV: async () => {
    const peer = await startWebDav();
    return { ...peer, remote: openWebDav({ endpoint: peer.url, username, password }, {}, send) };
  },
  Upstash: async () => {
    const peer = await startUpstash();
    return { ...peer, remote: openUpstash({ endpoint: peer.url, username: "notes", apiKey: token }, {}, send) };
  },
  S3: async () => {
    const peer = await startS3();
    return { ...peer, remote: openS3(peer.settings(), {}, send, Date.now) };
  },
};

test.each(Object.entries(peers))(
  "two devices sync encrypted objects by %s, and need one request without changes @V12.1",
  async (_name, start) => {
    const { remote, stop } = await start();
    try {
      const one = await openDevice();
      const long = Array.from({ length: 200_000 }, () => Math.random().toString(36)).join("");
      await addChat(one, "a", long);
      const passphrase = "correct horse battery";
      await syncDevice(one, remote, { sealing: { kind: "set-up", passphrase, recoveryCode: newRecoveryCode() } });
      const { text } = await remote.get();
      expect(readSealedFile(JSON.parse(text))).toMatchObject({ revision: 1 });
      const two = await openDevice();
      await syncDevice(two, remote, { sealing: { kind: "unlock", secret: passphrase } });
      expect(await rowsIn(two)).toEqual(await rowsIn(one));
      await addChat(two, "b");
      await syncDevice(two, remote);
      await syncDevice(one, remote);
      expect((await one.readIds()).sessions).toEqual(["a", "b"]);
      requests = 0;
      for (const device of [one, two]) await syncDevice(device, remote);
      expect(requests).toBe(2);
    } finally {
      await stop();
    }
  },
);

test.each(Object.entries(peers))("a second device joins by a link and %s, once @V12.7", async (_name, start) => {
  const { remote, stop } = await start();
  try {
    const one = await openDevice();
    await addChat(one, "a");
    const passphrase = "correct horse battery";
    await syncDevice(one, remote, { sealing: { kind: "set-up", passphrase, recoveryCode: newRecoveryCode() } });
    const secret = newInvitationSecret();
    const expires = Date.now() + 600_000;
    await syncDevice(one, remote, { invitation: { passphrase, secret, expires, chats: 1 } });
    const webdav = { endpoint: "https://cloud.example", username, password };
    const linked = writeLinkedLocation(readSyncSettings({ provider: "webdav", webdav }), expires) ?? "";
    const link = await writeDeviceLink(linked, secret);
    const given = { env: { now: Date.now }, current: readSyncSettings(undefined), keyIdFor: async () => undefined };
    const reader = { ...given, open: async () => remote };
    const opened = await openLink(link, undefined, reader);
    if (typeof opened === "string") throw new Error(opened);
    expect(await spendLink(opened, { isSent: false }, undefined, reader)).toBeUndefined();
    const { dataKey, invitation } = opened;
    const two = await openDevice();
    await syncDevice(two, remote, { sealing: { kind: "invited", keyId: invitation.keyId, dataKey } });
    expect(await rowsIn(two)).toEqual(await rowsIn(one));
    expect(await openLink(link, undefined, reader)).toBe("gone");
    expect(await spendLink(opened, { isSent: false }, undefined, reader)).toBe("gone");
  } finally {
    await stop();
  }
});

test("the stored key of a device cannot be read in a secure context @V12.5", async () => {
  const { remote, stop } = await peers.WebDAV();
  try {
    const one = await openDevice();
    await syncDevice(one, remote, {
      sealing: { kind: "set-up", passphrase: "correct horse battery", recoveryCode: newRecoveryCode() },
    });
    const stored = (await one.readSyncMemory("sealed")) as Record<string, LocationMemory>;
    const [{ key } = { key: undefined }] = Object.values(stored);
    expect(key).toBeInstanceOf(CryptoKey);
    await expect(crypto.subtle.exportKey("raw", key as CryptoKey)).rejects.toThrow();
  } finally {
    await stop();
  }
});
