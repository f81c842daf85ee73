/*
 * failing-call LOG FOLDER NUMBER ERRNO COMMAND...
 *
 * Runs COMMAND and lets the file call with that NUMBER, of those that concern FOLDER or a file below it, fail with
 * ERRNO; ERRNO 0 kills COMMAND before the call. Writes each of them to LOG: its number, its name, its file. NUMBER 0
 * lets none fail.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* How a call names its file. */
enum how { BY_NUMBER, BY_PATH, BY_PATH_AT, BY_SECOND_AT, BY_SECOND };

struct call {
  int number;
  const char *name;
  enum how how;
};

static const struct call calls[] = {
  {SYS_read, "read", BY_NUMBER},
  {SYS_pread64, "pread", BY_NUMBER},
  {SYS_write, "write", BY_NUMBER},
  {SYS_pwrite64, "pwrite", BY_NUMBER},
  {SYS_writev, "writev", BY_NUMBER},
  {SYS_fstat, "fstat", BY_NUMBER},
  {SYS_close, "close", BY_NUMBER},
  {SYS_getdents64, "getdents", BY_NUMBER},
  {SYS_fchmod, "fchmod", BY_NUMBER},
  {SYS_fchown, "fchown", BY_NUMBER},
  {SYS_fsync, "fsync", BY_NUMBER},
  {SYS_fdatasync, "fdatasync", BY_NUMBER},
  {SYS_ftruncate, "ftruncate", BY_NUMBER},
  {SYS_copy_file_range, "copy_file_range", BY_NUMBER},
  {SYS_openat, "open", BY_PATH_AT},
  {SYS_newfstatat, "stat", BY_PATH_AT},
  {SYS_statx, "statx", BY_PATH_AT},
  {SYS_readlinkat, "readlink", BY_PATH_AT},
  {SYS_unlinkat, "unlink", BY_PATH_AT},
  {SYS_mkdirat, "mkdir", BY_PATH_AT},
  {SYS_fchmodat, "chmod", BY_PATH_AT},
  {SYS_fchownat, "chown", BY_PATH_AT},
  {SYS_utimensat, "utimens", BY_PATH_AT},
  {SYS_faccessat, "access", BY_PATH_AT},
  {SYS_faccessat2, "access", BY_PATH_AT},
  {SYS_renameat, "rename", BY_SECOND_AT},
  {SYS_renameat2, "rename", BY_SECOND_AT},
  {SYS_linkat, "link", BY_SECOND_AT},
  {SYS_symlinkat, "symlink", BY_SECOND_AT},
#ifdef SYS_open
  {SYS_open, "open", BY_PATH},
  {SYS_stat, "stat", BY_PATH},
  {SYS_lstat, "lstat", BY_PATH},
  {SYS_access, "access", BY_PATH},
  {SYS_readlink, "readlink", BY_PATH},
  {SYS_unlink, "unlink", BY_PATH},
  {SYS_rmdir, "rmdir", BY_PATH},
  {SYS_mkdir, "mkdir", BY_PATH},
  {SYS_chmod, "chmod", BY_PATH},
  {SYS_chown, "chown", BY_PATH},
  {SYS_lchown, "chown", BY_PATH},
  {SYS_utimes, "utimens", BY_PATH},
  {SYS_rename, "rename", BY_SECOND},
  {SYS_link, "link", BY_SECOND},
  {SYS_symlink, "symlink", BY_SECOND},
#endif
};
#define CALLS (sizeof calls / sizeof calls[0])

static void fail(const char *what) {
  perror(what);
  exit(99);
}

/* Sends every call of the list to whoever holds the listener. */
static int filter(void) {
  struct sock_filter code[2 * CALLS + 2];
  size_t length = 0;
  code[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (size_t at = 0; at < CALLS; at++) {
    code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[at].number, 0, 1);
    code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
  }
  code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = length, .filter = code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

static void pass(int channel, int file) {
  char byte = 0, room[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec io = {&byte, 1};
  struct msghdr message = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(head), &file, sizeof file);
  if (sendmsg(channel, &message, 0) < 0) fail("sendmsg");
}

static int take(int channel) {
  char byte, room[CMSG_SPACE(sizeof(int))];
  struct iovec io = {&byte, 1};
  struct msghdr message = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  if (recvmsg(channel, &message, 0) <= 0 || CMSG_FIRSTHDR(&message) == NULL) return -1;
  int file;
  memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof file);
  return file;
}

static void target(unsigned process, const char *link, char *into) {
  char name[64];
  snprintf(name, sizeof name, "/proc/%u/%s", process, link);
  ssize_t length = readlink(name, into, PATH_MAX - 1);
  into[length < 0 ? 0 : length] = 0;
}

/* The string at `address` of the process, made absolute. */
static void pathAt(unsigned process, unsigned long long address, int folder, char *into) {
  char name[64], text[PATH_MAX] = "", base[PATH_MAX];
  snprintf(name, sizeof name, "/proc/%u/mem", process);
  int memory = open(name, O_RDONLY);
  /* A string can lie just before a page that cannot be read. */
  for (size_t length = 0; memory >= 0 && length < sizeof text - 1; length++) {
    if (pread(memory, text + length, 1, address + length) != 1) text[length] = 0;
    if (text[length] == 0) break;
  }
  if (memory >= 0) close(memory);
  if (text[0] == '/') {
    strcpy(into, text);
    return;
  }
  snprintf(name, sizeof name, "fd/%d", folder);
  target(process, folder == AT_FDCWD ? "cwd" : name, base);
  if (snprintf(into, PATH_MAX, "%s%s%s", base, text[0] == 0 ? "" : "/", text) >= PATH_MAX) into[0] = 0;
}

/* Closing a file that was only read fails nowhere, and Node aborts if it does. */
static int onlyRead(const struct seccomp_notif *asked) {
  char name[64], line[128];
  snprintf(name, sizeof name, "/proc/%u/fdinfo/%d", asked->pid, (int)asked->data.args[0]);
  FILE *facts = fopen(name, "r");
  int flags = 0;
  while (facts != NULL && fgets(line, sizeof line, facts) != NULL) sscanf(line, "flags: %o", (unsigned *)&flags);
  if (facts != NULL) fclose(facts);
  return (flags & O_ACCMODE) == O_RDONLY;
}

static void fileOf(const struct call *call, const struct seccomp_notif *asked, char *into) {
  const unsigned long long *given = (const void *)asked->data.args;
  char name[32];
  snprintf(name, sizeof name, "fd/%d", (int)given[0]);
  switch (call->how) {
    case BY_NUMBER: target(asked->pid, name, into); break;
    case BY_PATH: pathAt(asked->pid, given[0], AT_FDCWD, into); break;
    case BY_PATH_AT: pathAt(asked->pid, given[1], (int)given[0], into); break;
    case BY_SECOND: pathAt(asked->pid, given[1], AT_FDCWD, into); break;
    case BY_SECOND_AT:
      if (call->number == SYS_symlinkat) pathAt(asked->pid, given[2], (int)given[1], into);
      else pathAt(asked->pid, given[3], (int)given[2], into);
      break;
  }
}

int main(int count, char **words) {
  if (count < 6) return 98;
  const char *folder = words[2];
  const long wanted = atol(words[3]);
  const int code = atoi(words[4]);
  int channel[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, channel) != 0) fail("socketpair");
  pid_t child = fork();
  if (child == 0) {
    int listener = filter();
    if (listener < 0) fail("seccomp");
    pass(channel[1], listener);
    syscall(SYS_close_range, listener, listener, 0);
    syscall(SYS_close_range, channel[0], channel[1], 0);
    execvp(words[5], words + 5);
    fail(words[5]);
  }
  close(channel[1]);
  int listener = take(channel[0]);
  if (listener < 0) {
    waitpid(child, NULL, 0);
    return 99;
  }
  FILE *log = fopen(words[1], "w");
  if (log == NULL) fail(words[1]);
  /* Signals are for the command, which gets them from the terminal or the group. */
  long number = 0;
  int status = 0;
  for (;;) {
    struct pollfd ready = {.fd = listener, .events = POLLIN};
    poll(&ready, 1, 50);
    if (!(ready.revents & POLLIN)) {
      if (waitpid(child, &status, WNOHANG) == child) break;
      continue;
    }
    struct seccomp_notif asked;
    memset(&asked, 0, sizeof asked);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) continue;
    struct seccomp_notif_resp reply = {.id = asked.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    for (size_t at = 0; at < CALLS; at++) {
      if (calls[at].number != asked.data.nr) continue;
      char file[PATH_MAX];
      fileOf(&calls[at], &asked, file);
      size_t length = strlen(folder);
      if (strncmp(file, folder, length) != 0 || (file[length] != 0 && file[length] != '/')) break;
      if (asked.data.nr == SYS_close && onlyRead(&asked)) break;
      number += 1;
      fprintf(log, "%ld %s %s\n", number, calls[at].name, file);
      if (number == wanted && code == 0) kill(child, SIGKILL);
      if (number == wanted) {
        reply.flags = 0;
        reply.error = code == 0 ? -EIO : -code;
      }
      break;
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
  }
  fclose(log);
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  return WEXITSTATUS(status);
}
