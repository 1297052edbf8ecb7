import { hasRoomForCopies } from "@/store/data/data";

const nothing = { images: [], copies: 0, largestCopy: 0 };

test.each([
  ["the browser says nothing of the room", { ...nothing, messages: 1 }, true],
  ["five copies more leave a fifth of the room", { ...nothing, used: 8, room: 60 }, true],
  ["five copies more would not", { ...nothing, used: 8.1, room: 60 }, false],
  ["the copies that are there already are what takes the room", { ...nothing, used: 48, copies: 40, room: 60 }, true],
  ["a copy took more than the chats do", { ...nothing, used: 18, copies: 10, largestCopy: 10, room: 60 }, false],
  ["images are not copied", { ...nothing, used: 18, images: [{ id: "a", at: 0, size: 12 }], room: 60 }, true],
  ["images leave no room", { ...nothing, used: 48, images: [{ id: "a", at: 0, size: 46 }], room: 60 }, false],
])("where %s", (_case, use, hasRoom) => {
  expect(hasRoomForCopies(use)).toBe(hasRoom);
});
