import { relayCases } from "./support/proxy-cases";

relayCases("edge");
