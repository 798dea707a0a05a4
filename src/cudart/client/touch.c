/* Finds host code that touches memory of the device, or memory that is not there. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "cudart/client/client.h"
#include "cudart/client/shared_memory.h"
#include "cudart/client/touch.h"

enum { STACK_BYTES = 65536 };
static char signal_stack[STACK_BYTES];

struct fault {
    uintptr_t instruction;
    const void *frame;
    bool is_write, is_atomic;
};

#if defined(__x86_64__)
/* lock prefix, or xchg; after an operand size and a REX prefix */
static bool is_atomic(const unsigned char *instruction)
{
    enum { OPERAND_SIZE = 0x66, LOCK = 0xf0, REX = 0x40, REX_MASK = 0xf0, XCHG_BYTE = 0x86, XCHG = 0x87 };
    if (*instruction == OPERAND_SIZE)
        instruction++;
    if (*instruction == LOCK)
        return true;
    if ((*instruction & REX_MASK) == REX)
        instruction++;
    return *instruction == XCHG || *instruction == XCHG_BYTE;
}
#endif

static struct fault read_fault(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (struct fault){(uintptr_t)context->uc_mcontext.gregs[REG_RIP],
                          (const void *)context->uc_mcontext.gregs[REG_RBP], context->uc_mcontext.gregs[REG_ERR] & 2,
                          is_atomic((const unsigned char *)context->uc_mcontext.gregs[REG_RIP])};
#elif defined(__aarch64__)
    return (struct fault){(uintptr_t)context->uc_mcontext.pc, (const void *)context->uc_mcontext.regs[29], false,
                          false};
#else
#error "touch.c knows x86-64 and aarch64"
#endif
}

/*
 * A touch too early is reported and then served, unless it is atomic: host and device may share
 * managed memory by atomics. Other touches end the program, as they do elsewhere.
 */
static void on_fault(int signal_number, siginfo_t *information, void *context)
{
    struct fault fault = read_fault(context);
    const void *address = information->si_addr;
    struct client_sites sites;
    client_sites_from(fault.instruction, fault.frame, &sites);
    client_enter_at(&sites);
    bool is_early = shared_memory_is_closed(address);
    enum wire_mistake mistake = is_early                    ? WIRE_MISTAKE_EARLY
                                : client_is_device(address) ? WIRE_MISTAKE_TOUCH
                                                            : WIRE_MISTAKE_CRASH;
    bool is_shared = is_early && fault.is_atomic && shared_memory_kind(address) == WIRE_MEMORY_MANAGED;
    if (!is_shared)
        client_report(mistake, address, 0, fault.is_write);
    if (is_early) {
        shared_memory_open(address);
        return;
    }
    signal(signal_number, SIG_DFL);
}

void touch_watch(void)
{
    stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaltstack(&stack, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}
