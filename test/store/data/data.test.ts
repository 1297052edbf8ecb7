import { hasRoomForCopies } from "@/store/data/data";

const nothing = { images: [], documents: [], vectors: 0, copies: 0, largestCopy: 0 };

test.each([
  ["the browser does not report the space", { ...nothing, messages: 1 }, true],
  ["five more backups leave a fifth of the space", { ...nothing, used: 8, room: 60 }, true],
  ["five more backups would leave less", { ...nothing, used: 8.1, room: 60 }, false],
  ["existing backups use the space", { ...nothing, used: 48, copies: 40, room: 60 }, true],
  ["a backup was larger than the chats are", { ...nothing, used: 18, copies: 10, largestCopy: 10, room: 60 }, false],
  ["images are not in backups", { ...nothing, used: 18, images: [{ id: "a", at: 0, size: 12 }], room: 60 }, true],
  ["documents are not in backups", { ...nothing, used: 18, documents: [{ id: "a", at: 0, size: 12 }], room: 60 }, true],
  ["vectors are not in backups", { ...nothing, used: 18, vectors: 12, room: 60 }, true],
  ["images leave no space", { ...nothing, used: 48, images: [{ id: "a", at: 0, size: 46 }], room: 60 }, false],
])("checks whether there is space for backups: %s", (_case, use, hasRoom) => {
  expect(hasRoomForCopies(use)).toBe(hasRoom);
});
