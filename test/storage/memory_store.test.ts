import { MemoryStore } from '../../src/storage/memory_store.js';
import { OverflowFile } from '../../src/storage/overflow_file.js';
import { provesAStore } from './contract.js';

provesAStore('the memory store', async () => new MemoryStore());
provesAStore('the memory store with an overflow', async () => new MemoryStore(new OverflowFile(0)));
