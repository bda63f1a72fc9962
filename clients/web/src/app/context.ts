import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { GameInfo } from "kafeneio-client";
import type { State } from "../state/store";
import type { Room } from "../state/room";
import type { Client } from "./client";

export const ClientContext = createContext<Client | null>(null);

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error("outside of ClientContext");
  return client;
}

/** A part of the state; the component renders again when it changes. */
export function useApp<T>(select: (state: State) => T): T {
  return useStore(useClient().store, select);
}

/** The room, inside of screens that are only shown when there is one. */
export function useRoom(): Room {
  const room = useApp((state) => state.room);
  if (!room) throw new Error("no room yet");
  return room;
}

export function useGameInfo(game: string): GameInfo | null {
  return useApp((state) => state.catalogue?.find((info) => info.game === game) ?? null);
}
