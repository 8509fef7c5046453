/** Provides a temporary tree with the project's configuration and packages, in which tests plant violations. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Exec = (
  file: string,
  args: readonly string[],
  options: { cwd: string; encoding: 'utf8'; stdio: 'pipe' },
) => string;

export class TempProject {
  private constructor(
    readonly root: string,
    private readonly source: string,
  ) {}

  /** Copies files and folders from `source`. */
  static of(source: string, files: readonly string[]): TempProject {
    const project = new TempProject(mkdtempSync(join(tmpdir(), 'halley-lint-')), source);
    for (const file of files) cpSync(join(source, file), join(project.root, file), { recursive: true });
    symlinkSync(join(source, 'node_modules'), join(project.root, 'node_modules'), 'junction');
    return project;
  }

  plant(file: string, text: string): void {
    const path = join(this.root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  /** Runs a tool of node_modules here and returns its output, even when the tool fails, as it usually should. */
  run(exec: Exec, tool: string, args: readonly string[]): string {
    const program = join(this.source, 'node_modules', tool);
    try {
      return exec(process.execPath, [program, ...args], { cwd: this.root, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      return stdout === undefined || stdout === '' ? (stderr ?? '') : stdout;
    }
  }

  clear(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
