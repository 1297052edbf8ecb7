import { clientCases } from "./support/client-cases";

clientCases("standalone");
