import { frequentTags } from "@/lib/chat/frequent-tags";

test("tags are returned once, ignoring case, the most frequent first", () => {
  const chats = [{ tags: ["Sea", "work"] }, {}, { tags: ["WORK"] }, { tags: ["neap"] }];
  expect(frequentTags(chats)).toEqual(["work", "Sea", "neap"]);
});
