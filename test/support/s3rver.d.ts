declare module "@20minutes/s3rver" {
  import type { AddressInfo } from "node:net";

  interface Options {
    readonly port: number;
    readonly address: string;
    readonly silent: boolean;
    readonly directory: string;
    /** The domain below which names of buckets may be part of the host name. */
    readonly serviceEndpoint?: string;
    readonly allowMismatchedSignatures?: boolean;
    readonly configureBuckets: readonly { readonly name: string; readonly configs?: readonly string[] }[];
  }

  /** An S3 server that checks signatures: https://github.com/20minutes/s3rver */
  export default class S3rver {
    constructor(options: Options);
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
