/**
 * The recipes of docs/users/scanning.md for several machines: GNU parallel over two sshd, and a job array of Slurm on two slurmd, all on
 * this machine. One shard is ended by SIGKILL, one is missing, and one runs twice. Each recipe must give the artifact of the whole.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { environmentOfProgram, serverPath } from "../support/built-server.ts";
import { documentBlocks } from "../support/document-blocks.ts";
import { everyCode } from "../support/every-call.ts";
import { endAfterTests } from "../support/running-servers.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const path = `/usr/sbin:${process.env.PATH}`;
const lacks = (...programs: readonly string[]) =>
  process.env.CI === undefined &&
  programs.some((program) => spawnSync("which", [program], { env: { PATH: path } }).status !== 0);

/** Milliseconds that the programs of a recipe may take. */
const timeout = 600_000;

const code = Object.fromEntries(Object.entries(everyCode).filter(([name]) => !name.startsWith("many/")));

/** Sets up code, and a program that SIGKILL ends when it reads a shard for the first time. */
function machines(killed: string) {
  const top = realpathSync(temporaryFolder());
  const [bin, folder] = [join(top, "bin"), temporaryFolder(code)];
  mkdirSync(bin);
  writeFileSync(
    join(bin, "codegrove"),
    `#!/bin/bash
case "$*" in
  *"--shard ${killed} "*) if mkdir ${top}/killed 2> /dev/null; then kill -9 $$; fi ;;
esac
exec ${process.execPath} ${serverPath} "$@"
`,
  );
  chmodSync(join(bin, "codegrove"), 0o755);
  const env = {
    ...environmentOfProgram(),
    ...{ HOME: top, CODEGROVE_CACHE_KEY: "secret", PATH: `${bin}:${path}`, XDG_CACHE_HOME: join(top, "cache") },
  };
  const shell = (text: string, cwd: string, more: Readonly<Record<string, string>> = {}) => {
    const { stdout, stderr, status } = spawnSync("bash", ["-euc", text], {
      cwd,
      encoding: "utf8",
      env: { ...env, ...more },
    });
    return { stdout, stderr, status };
  };
  /** Compares an index with the one of a process that reads all, to the byte. */
  const expectWhole = (cache: string) => {
    const exported = shell(
      `codegrove index . --cache-dir ${cache} --export ${top}/merged.cga && codegrove index . --cache-dir ${top}/w --export ${top}/whole.cga`,
      folder,
    );
    expect(exported).toMatchObject({ status: 0 });
    expect(exported.stdout).toMatch(/^\{"files":\d+,"read":0,/);
    expect(readFileSync(join(top, "merged.cga")).equals(readFileSync(join(top, "whole.cga")))).toBe(true);
  };
  return { top, bin, folder, env, shell, expectWhole };
}

/** Starts a program that serves until the test ends. */
function serve(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ChildProcess {
  const child = spawn(command, args, { env, stdio: "ignore" });
  endAfterTests(() => void child.kill("SIGKILL"), once(child, "exit"));
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(200);
}

function recipe(section: string): string {
  const block = documentBlocks.find((one) => one.document === "docs/users/scanning.md" && one.section === section);
  if (block === undefined) throw new Error(`docs/users/scanning.md has no recipe for ${section}`);
  return block.text;
}

test.skipIf(lacks("parallel", "sshd", "rsync"))(
  "GNU parallel over ssh: a shard whose process is killed runs again",
  {
    timeout,
  },
  async () => {
    const { top, bin, folder, env, shell, expectWhole } = machines("2/4");
    const copy = join(top, "copy");
    cpSync(folder, copy, { recursive: true });
    if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
    const hosts: string[] = [];
    for (const host of ["one", "two"]) {
      const port = await freePort();
      expect(shell(`ssh-keygen -q -t ed25519 -N '' -f ${host}.key`, top).status).toBe(0);
      const options = `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${top}/${host}.key\nPidFile none\nUsePAM no
AuthorizedKeysFile ${top}/user.pub\nStrictModes no\nPasswordAuthentication no\nSetEnv PATH=${bin}:${path}\n`;
      writeFileSync(join(top, `${host}.conf`), options);
      serve("/usr/sbin/sshd", ["-D", "-f", join(top, `${host}.conf`)], env);
      hosts.push(`Host ${host}\n  Port ${port}\n`);
    }
    expect(shell("ssh-keygen -q -t ed25519 -N '' -f user", top).status).toBe(0);
    const every = `Host *\n  HostName 127.0.0.1\n  IdentityFile ${top}/user\n  IdentitiesOnly yes\n  LogLevel ERROR
  StrictHostKeyChecking no\n  UserKnownHostsFile /dev/null\n`;
    writeFileSync(join(top, "ssh.conf"), hosts.join("") + every);
    const more = { PARALLEL_SSH: `ssh -F ${top}/ssh.conf` };
    await until(() => ["one", "two"].every((host) => shell(`$PARALLEL_SSH ${host} true`, top, more).status === 0));
    // Both machines have the disk of this one: the code is in another folder there, from which results are removed.
    const run = shell(recipe("Machines with ssh").replace('"$PWD"', copy), folder, more);
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('"changed":0,"missing":0}') });
    expect(existsSync(join(top, "killed"))).toBe(true);
    expectWhole("../merged");
  },
);

test.skipIf(lacks("slurmctld", "slurmd", "munged"))(
  "a job array of Slurm: a shard that was killed is named, and runs again",
  {
    timeout,
  },
  async () => {
    const { top, folder, env, shell, expectWhole } = machines("3/4");
    const [control, first] = [await freePort(), await freePort()];
    const user = userInfo().username;
    writeFileSync(
      join(top, "slurm.conf"),
      `ClusterName=loopback
SlurmctldHost=${hostname()}(127.0.0.1)
SlurmctldPort=${control}
AuthType=auth/munge
AuthInfo=socket=${top}/munge.sock
SlurmUser=${user}
SlurmdUser=${user}
StateSaveLocation=${top}/state
SlurmdSpoolDir=${top}/spool-%n
SlurmctldPidFile=${top}/slurmctld.pid
SlurmdPidFile=${top}/slurmd-%n.pid
SlurmctldLogFile=${top}/slurmctld.log
SlurmdLogFile=${top}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=one NodeHostname=${hostname()} NodeAddr=127.0.0.1 Port=${first} CPUs=1 State=UNKNOWN
NodeName=two NodeHostname=${hostname()} NodeAddr=127.0.0.1 Port=${await freePort()} CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`,
    );
    mkdirSync(join(top, "state"));
    writeFileSync(join(top, "munge.key"), Buffer.alloc(1_024, top), { mode: 0o600 });
    const more = { SLURM_CONF: join(top, "slurm.conf") };
    const files = [
      "socket=munge.sock",
      "key-file=munge.key",
      "pid-file=munged.pid",
      "log-file=munged.log",
      "seed-file=seed",
    ];
    const flags = files.map((file) => `--${file.replace("=", `=${top}/`)}`);
    serve("/usr/sbin/munged", ["--foreground", "--force", ...flags], env);
    await until(() => existsSync(join(top, "munge.sock")));
    serve("/usr/sbin/slurmctld", ["-D", "-i"], { ...env, ...more });
    for (const node of ["one", "two"]) serve("/usr/sbin/slurmd", ["-D", "-N", node], { ...env, ...more });
    await until(() => shell("sinfo -h -t idle -o %D", top, more).stdout.trim() === "2");
    writeFileSync(join(folder, "index.sh"), recipe("Slurm"));
    const ran = (args: string) => {
      const job = shell(`sbatch --parsable -o ${top}/slurm-%A_%a.out ${args}`, folder, more);
      expect(job).toMatchObject({ status: 0 });
      return until(() => shell("squeue -h", top, more).stdout === "");
    };
    await ran("index.sh");
    const merge = "codegrove index merge . shard*.cga --cache-dir ../merged";
    expect(shell(merge, folder)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Shard 3 of 4 is missing. Index what is missing"),
    });
    // Shard 1 runs twice.
    await ran("--array=1,3 index.sh");
    expect(shell(merge, folder)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('"changed":0,"missing":0}'),
    });
    expectWhole("../merged");
  },
);
