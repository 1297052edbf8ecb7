import * as v from "valibot";

/** Schemas by field name. */
type Schemas = Readonly<Record<string, v.GenericSchema<unknown, unknown>>>;

/** Returns a record without those of the named fields that are of another kind; what no schema names is kept. */
export function withValidFields(record: Readonly<Record<string, unknown>>, schemas: Schemas): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => {
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
      return value !== undefined && (schema === undefined || v.is(schema, value));
    }),
  );
}
