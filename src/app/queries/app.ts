/** Answers `/app/version` and `/app/simulate` (SDK baseapp `handleQueryApp`). */
import type { ExecTxResult, QueryResponse } from '../../abci/application.js';
import { toBase64 } from '../../codec/base64.js';
import type { Bytes } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import { queryError, SdkQueryError } from '../sdk/query/failure.js';
import type { QueryServices } from '../sdk/query/handler.js';
import { APP_VERSION } from '../types/version.js';
import { responseJson } from './response_json.js';

type AppAnswer = Pick<QueryResponse, 'value' | 'codespace'>;

export async function queryApp(path: string, data: Bytes, { simulate }: QueryServices): Promise<AppAnswer> {
  const [, , kind] = path.split('/');
  if (kind === undefined)
    throw queryError(
      'unknownRequest',
      "expected second parameter to be either 'simulate' or 'version', neither was present",
    );
  if (kind === 'version') return { value: utf8(APP_VERSION), codespace: 'sdk' };
  if (kind === 'simulate') return { value: utf8(simulationJson(await simulate(data))), codespace: 'sdk' };
  throw queryError('unknownRequest', `unknown query: [${path.split('/').slice(1).join(' ')}]`);
}

/** Returns `SimulationResponse` in protobuf's JSON, with fields in the order of their numbers. */
function simulationJson(result: ExecTxResult): string {
  const { code, codespace, log, gasWanted, gasUsed, data, events } = result;
  if (code !== 0) throw new SdkQueryError({ code, codespace, log: `failed to simulate tx: ${log}` });
  return JSON.stringify({
    gas_info: { gas_wanted: gasWanted.toString(), gas_used: gasUsed.toString() },
    result: {
      data: toBase64(data),
      log,
      events,
      msg_responses: [responseJson(data)],
    },
  });
}
