/** All message types of all modules, by their URL. */

import type { MessageTypes } from '../module/message.js';
import type { AnyModule } from '../module/module.js';
import { MODULES } from './index.generated.js';

export const MESSAGE_TYPES: MessageTypes = new Map(
  MODULES.flatMap(({ messages }: AnyModule) => messages.map((type) => [type.typeUrl, type])),
);
