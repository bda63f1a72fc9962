import { useApp } from "../../app/context";
import type { PageProps } from "../../app/pages";
import { CompanyScreen } from "./CompanyScreen";
import { ListScreen } from "./ListScreen";

/** A page about companies. */
export default function CompaniesScreen({ page }: PageProps<"companies" | "company">) {
  const token = useApp((state) => state.token);
  const isInside = useApp((state) => state.room !== null);
  if (token === null || !isInside) return null; // App asks for a session first, and the room comes with it
  if (page.at === "companies") return <ListScreen token={token} />;
  return <CompanyScreen key={page.company} token={token} id={page.company} />;
}
