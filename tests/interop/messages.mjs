// Messages by the JSON schema in docs/: envelope, word and body.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Refused, unpack } from "./msgpack.mjs";

let schema;

export function isMessage(data, folder) {
  schema ??= JSON.parse(readFileSync(join(folder, "../../docs/messages.schema.json")));
  const bad = (why) => { throw new Refused("E_SCHEMA", why); };
  const envelope = unpack(data);
  if (!Array.isArray(envelope) || envelope.length !== 3) bad("not an envelope");
  const [word, id, body] = envelope;
  if (typeof word !== "string" || [...word].length > 16 || typeof id !== "number" || id < 0 || id > 0xffffffff) bad("not an envelope");
  if (!Object.hasOwn(schema.messages, word)) {
    if (word.startsWith("x-")) return;
    throw new Refused("E_TYPE", word);
  }
  if (!fits(body, schema.messages[word])) bad(`body of ${word}`);
}

function fits(value, shape) {
  if (shape.$ref) return fits(value, schema.$defs[shape.$ref.split("/").at(-1)]);
  if (shape.anyOf) return shape.anyOf.some((one) => fits(value, one));
  if (shape.enum) return shape.enum.includes(value);
  switch (shape.type) {
    case "null": return value === null;
    case "boolean": return typeof value === "boolean";
    case "integer": {
      if (typeof value !== "number" && typeof value !== "bigint") return false;
      return !(value < shape.minimum || value > shape.maximum || value >= shape.exclusiveMaximum);
    }
    case "string": {
      if (shape.contentEncoding) {
        if (!Buffer.isBuffer(value)) return false;
        const length = 4 * Math.ceil(value.length / 3);
        return !(length < shape.minLength || length > shape.maxLength);
      }
      return typeof value === "string" && !([...value].length < shape.minLength || [...value].length > shape.maxLength);
    }
    case "array": {
      if (!Array.isArray(value) || value.length < shape.minItems || value.length > shape.maxItems) return false;
      return value.every((item, i) => fits(item, shape.prefixItems?.[i] ?? (shape.items || {})));
    }
    case "object": {
      if (!(value instanceof Map) || value.size > shape.maxProperties) return false;
      if (shape.required?.some((name) => !value.has(name))) return false;
      return [...value].every(([name, item]) => {
        const known = shape.properties?.[name];
        if (known) return fits(item, known);
        return shape.additionalProperties && fits(item, shape.additionalProperties);
      });
    }
    default: return true;
  }
}
