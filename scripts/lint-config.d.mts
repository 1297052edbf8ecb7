/** The whole configuration of Biome, as plain data. */
export declare function lintConfig(): Record<string, unknown>;
