/**
 * Gives a value of `JSON.parse` the form that the decoders of Go's structures read. A client has parsed its response
 * already. Members and texts are converted when they are read, so that a long response costs only what is needed of it.
 */
import type { JsonNode } from './json_node.js';

export function jsonNodeOf(value: unknown): JsonNode {
  switch (typeof value) {
    case 'string':
      return new StringNode(value);
    case 'number':
      return { type: 'number', raw: `${value}` };
    case 'boolean':
      return { type: 'bool', value, raw: `${value}` };
  }
  if (value === null || value === undefined) return { type: 'null', raw: 'null' };
  return Array.isArray(value) ? new ArrayNode(value) : new ObjectNode(value);
}

class StringNode {
  readonly type = 'string';

  constructor(readonly value: string) {}

  get raw(): string {
    return JSON.stringify(this.value);
  }
}

class ArrayNode {
  readonly type = 'array';

  constructor(private readonly values: readonly unknown[]) {}

  get raw(): string {
    return JSON.stringify(this.values);
  }

  get items(): readonly JsonNode[] {
    return this.values.map(jsonNodeOf);
  }
}

class ObjectNode {
  readonly type = 'object';

  constructor(private readonly object: object) {}

  get raw(): string {
    return JSON.stringify(this.object);
  }

  get members(): readonly (readonly [string, JsonNode])[] {
    return Object.entries(this.object).map(([name, value]) => [name, jsonNodeOf(value)]);
  }
}
