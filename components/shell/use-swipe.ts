"use client";
import { useMemo } from "react";
import { isRightToLeft } from "@/components/ui/direction";
import type { ClickInput, PointerInput } from "@/components/ui/use-reorder";
import { useChatList } from "@/store/chats/chat-list";

/** Distance in pixels after which a horizontal move is a swipe, and width of the revealed actions in pixels. */
const swipeAfter = 10;
const actionsWidth = 144;

interface Swipe {
  readonly row: HTMLElement;
  readonly x: number;
  readonly y: number;
  /** Distance that the row was moved before, in pixels. */
  readonly from: number;
  isSwiping: boolean;
}

/**
 * Returns the handlers that let a finger swipe a row towards the inline start, which reveals its actions. Vertical
 * moves scroll: rows have `touch-action: pan-y`, so the browser handles them.
 */
export function useSwipe() {
  return useMemo(createSwipe, []);
}

function createSwipe() {
  let swipe: Swipe | null = null;
  let hasSwiped = false;

  function distance(event: PointerInput, { row, x, from }: Swipe): number {
    const towardsStart = (x - event.clientX) * (isRightToLeft(row) ? -1 : 1);
    return Math.min(Math.max(from + towardsStart, 0), actionsWidth);
  }

  return {
    onPointerDown(event: PointerInput) {
      hasSwiped = false;
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-id]") : null;
      if (event.pointerType !== "touch" || !row || row.dataset.project !== undefined || useChatList.getState().chosen)
        return;
      const from = row.dataset.id === useChatList.getState().swipedId ? actionsWidth : 0;
      swipe = { row, x: event.clientX, y: event.clientY, from, isSwiping: false };
    },
    onPointerMove(event: PointerInput) {
      if (!swipe || useChatList.getState().draggedId) return;
      if (!swipe.isSwiping) {
        const aside = Math.abs(event.clientX - swipe.x);
        if (Math.abs(event.clientY - swipe.y) > aside || aside < swipeAfter) return;
        swipe.isSwiping = true;
        hasSwiped = true;
        swipe.row.dataset.swiping = "";
        useChatList.setState({ swipedId: swipe.row.dataset.id ?? "" });
      }
      moveAside(swipe.row, distance(event, swipe));
    },
    onPointerEnd() {
      if (!swipe?.isSwiping) {
        swipe = null;
        return;
      }
      const { row } = swipe;
      swipe = null;
      delete row.dataset.swiping;
      const isOpen = Number.parseFloat(row.style.getPropertyValue("--swipe")) > actionsWidth / 2;
      moveAside(row, isOpen ? actionsWidth : 0);
      if (!isOpen) useChatList.setState({ swipedId: "" });
    },
    onClickCapture(event: ClickInput) {
      const { swipedId } = useChatList.getState();
      const isOnChat = event.target instanceof Element && event.target.closest("a") !== null;
      if (!isOnChat || (!hasSwiped && !swipedId)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!hasSwiped) useChatList.setState({ swipedId: "" });
      hasSwiped = false;
    },
  };
}

function moveAside(row: HTMLElement, pixels: number): void {
  row.style.setProperty("--swipe", `${pixels}px`);
}
