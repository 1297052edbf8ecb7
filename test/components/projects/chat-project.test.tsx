/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import header from "@/components/chat/chat-header.module.css";
import { ChatProject } from "@/components/projects/chat-project";
import { newProject } from "@/lib/chat/project";
import { useUi } from "@/store/base/ui";
import { WithMessages } from "../../support/with-messages";

test("the header names the project of the chat, and a click opens it", () => {
  const project = newProject({ id: "p", name: "Tides", now: 1, others: [] });
  render(
    <>
      <div className={header.titles}>
        <h1>High water</h1>
        <p>2 messages</p>
      </div>
      <ChatProject project={project} />
    </>,
    { wrapper: WithMessages },
  );
  const button = screen.getByRole("button", { name: "Project: Tides" });
  expect(button.parentElement?.querySelector("h1")?.textContent).toBe("High water");
  fireEvent.click(button);
  expect(useUi.getState().dialog?.content).toEqual({ kind: "project", projectId: "p" });
});
