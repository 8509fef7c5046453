/** Writes docs/reference/asset-api.md from the definitions of the routes. */
import { ASSET_ROUTES } from '../../src/rpc/assets/routes/index.generated.js';
import type { RestRoute } from '../../src/rpc/rest/route.js';
import type { JsonSchema } from '../../src/rpc/rest/shape.js';
import { code, table } from './markdown.js';
import type { Page } from './page.js';

const typeOf = ({ type, items, enum: values }: JsonSchema): string => {
  if (values !== undefined) return values.map((value) => code(JSON.stringify(value))).join(', ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  return typeof type === 'string' ? type : (type ?? ['any']).join(' or ');
};

function inputTable({ input }: RestRoute): readonly string[] {
  const { properties = {}, required = [] } = input?.schema ?? {};
  const members = Object.entries(properties);
  if (members.length === 0) return [];
  return [
    table(
      ['member', 'type', 'required', ''],
      members.map(([name, schema]) => [
        code(name),
        typeOf(schema),
        required.includes(name) ? 'yes' : 'no',
        schema.description ?? '',
      ]),
    ),
  ];
}

function routeBlocks(route: RestRoute): readonly string[] {
  const { methods, paths, summary } = route;
  const [path, ...older] = paths;
  return [
    `## ${methods.join(', ')} ${path}`,
    summary,
    ...(older.length === 0 ? [] : [`The older path is ${older.map(code).join(', ')}.`]),
    ...inputTable(route),
  ];
}

/** No chains: the definitions of routes do not depend on them. */
const NO_NAMES = { has: () => false };

export const assetRoutesPage: Page = {
  path: 'docs/reference/asset-api.md',
  title: 'Asset API endpoints',
  blocks: () => [
    'The input of `POST` is a JSON body; the input of `GET` is the query. The running API describes itself at `/openapi.json`.',
    ...ASSET_ROUTES.flatMap((route) => routeBlocks(route.bind(undefined as never, NO_NAMES))),
  ],
};
