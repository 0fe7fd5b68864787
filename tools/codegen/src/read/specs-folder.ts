import { basename, join, relative, resolve } from 'node:path';
import { CodegenError } from '../codegen-error.ts';

/** A place in the specs folder. Lines count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
}

/** The folder of the contract. Files are named from it in messages and headers, so that output does not depend on where the folder is. */
export class SpecsFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = resolve(root);
  }

  path(file: string): string {
    return join(this.root, file);
  }

  /** The name of a file for people: it begins with the name of the folder. */
  shown(path: string): string {
    return join(basename(this.root), relative(this.root, path)).replaceAll('\\', '/');
  }

  broken(position: Position, sentence: string): CodegenError {
    return new CodegenError('broken-document', `${this.shown(position.file)}:${position.line}: ${sentence}`);
  }
}
