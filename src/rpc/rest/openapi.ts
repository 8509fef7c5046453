/** Builds the OpenAPI 3.1 document of a REST service from the definitions that serve it. */
import type { Method, RestRoute } from './route.js';
import type { RestService } from './service.js';
import type { JsonSchema, Shape } from './shape.js';

const PROBLEM: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer', description: 'gRPC code' },
    message: { type: 'string' },
    details: { type: 'array', items: {} },
  },
  required: ['code', 'message', 'details'],
};

const inJson = (schema: JsonSchema, example?: unknown): object => ({
  'application/json': { schema, example },
});

export function openApi({ name, version, description, routes }: RestService): object {
  return {
    openapi: '3.1.0',
    info: { title: name, version, description },
    paths: Object.fromEntries(routes.map((route) => [route.paths[0], operations(route)])),
  };
}

const operations = (route: RestRoute): object =>
  Object.fromEntries(route.methods.map((method) => [method.toLowerCase(), operation(route, method)]));

function operation({ paths, methods, summary, input, answer, example }: RestRoute, method: Method): object {
  const name = paths[0].split('/').filter(Boolean).join('_');
  return {
    operationId: methods.length === 1 ? name : `${name}_${method.toLowerCase()}`,
    summary,
    ...(input !== undefined && requestPart(input, method, example)),
    responses: {
      200: { description: 'Success', content: inJson(answer) },
      default: { description: 'Error', content: inJson(PROBLEM) },
    },
  };
}

function requestPart(input: Shape<unknown>, method: Method, example: unknown): object {
  if (method === 'POST') return { requestBody: { required: true, content: inJson(input.schema, example) } };
  const { properties = {}, required = [] } = input.schema;
  return {
    parameters: Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
  };
}
