/** Describes the gateway in OpenAPI 3.1, from the descriptions of the messages. */
import type { KnownMessages } from '../../codec/protobuf/json.js';
import type { FieldKind, FieldShape, Message } from '../../codec/protobuf/message.js';
import type { Route } from './routes.js';

const TYPES: Readonly<Record<string, object>> = {
  string: { type: 'string' },
  int: { type: 'string', description: 'Whole number.' },
  dec: { type: 'string', description: 'Decimal of 18 digits.' },
  decBytes: { type: 'string', description: 'Decimal of 18 digits.' },
  bytes: { type: ['string', 'null'], format: 'byte' },
  bool: { type: 'boolean' },
  uint64: { type: 'string', format: 'uint64' },
  int64: { type: 'string', format: 'int64' },
  uint32: { type: 'integer', format: 'uint32' },
  int32: { type: 'integer', format: 'int32' },
  timestamp: { type: ['string', 'null'], format: 'date-time' },
  duration: { type: ['string', 'null'], description: 'Seconds, such as 1.5s.' },
};

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

function kindSchema(kind: FieldKind): object {
  if (typeof kind === 'string') return TYPES[kind] ?? {};
  if ('enum' in kind) return { type: 'string', enum: Object.values(kind.values) };
  return kind.name === undefined ? { type: 'string', format: 'byte' } : reference(kind.name);
}

function fieldSchema({ kind, isRepeated }: FieldShape): object {
  const one = kindSchema(kind);
  if (isRepeated) return { type: 'array', items: one };
  return typeof kind === 'object' && !('enum' in kind) ? { anyOf: [one, { type: 'null' }] } : one;
}

function messageSchema({ name, fields }: Message<unknown>): object {
  if (name === 'google.protobuf.Any')
    return { type: 'object', properties: { '@type': { type: 'string' } }, required: ['@type'] };
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((each) => [each.name, fieldSchema(each.field)])),
    additionalProperties: false,
  };
}

/** Returns the parameters of a query: fields of messages are named by their path. */
function parametersOf(message: Message<unknown>, inPath: ReadonlySet<string>, prefix = ''): object[] {
  return message.fields.flatMap(({ name, field }) => {
    const { kind, isRepeated } = field;
    const isMessage = typeof kind === 'object' && 'fields' in kind;
    if (isMessage && prefix === '' && !isRepeated) return parametersOf(kind as Message<unknown>, inPath, `${name}.`);
    if (isMessage) return [];
    const isPath = prefix === '' && inPath.has(name);
    const schema = isPath ? kindSchema(kind) : fieldSchema(field);
    return [{ name: `${prefix}${name}`, in: isPath ? 'path' : 'query', required: isPath, schema }];
  });
}

function operation({ httpMethod, template, method }: Route): object {
  const inPath = new Set(Array.from(template.matchAll(/\{(\w+)/g), ([, name]) => name as string));
  const input =
    httpMethod === 'POST'
      ? { requestBody: { required: true, content: { 'application/json': { schema: reference(method.request.name) } } } }
      : { parameters: parametersOf(method.request, inPath) };
  return {
    operationId: method.path.slice(1).replace(/\W/g, '_'),
    tags: [method.path.split('/')[1]],
    ...input,
    responses: {
      200: { description: 'Response', content: { 'application/json': { schema: reference(method.response.name) } } },
      default: { description: 'Error', content: { 'application/json': { schema: reference('Status') } } },
    },
  };
}

const STATUS = {
  type: 'object',
  properties: { code: { type: 'integer' }, message: { type: 'string' }, details: { type: 'array' } },
  required: ['code', 'message', 'details'],
};

export function openApiDocument(routes: readonly Route[], messages: KnownMessages, version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  const seen = new Set<string>();
  for (const route of routes) {
    const path = route.template.replaceAll('=**', '');
    // The gateway serves the first of two paths that differ only in the names of their fields.
    const shape = `${route.httpMethod} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
    if (seen.has(shape)) continue;
    seen.add(shape);
    paths[path] = { ...paths[path], [route.httpMethod.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Halley: REST of the Cosmos SDK', version },
    paths,
    components: {
      schemas: {
        Status: STATUS,
        ...Object.fromEntries(Array.from(messages.values(), (message) => [message.name, messageSchema(message)])),
      },
    },
  };
}
