import * as z from "@/lib/zod";

/** Schemas by field name. */
type Schemas = Readonly<Record<string, z.ZodMiniType<unknown>>>;

/** Returns a record without the fields that fail their schemas; fields without a schema are retained. */
export function withValidFields(record: Readonly<Record<string, unknown>>, schemas: Schemas): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => {
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
      return value !== undefined && (schema === undefined || z.validate(schema, value));
    }),
  );
}
