"""
Runs kernels of the fault corpus on the GPU under compute-sanitizer: run_kernel.py JOBS PROGRESS.

JOBS is a JSON file: a list of heads with their "cubin". The program uses the driver alone. Each
buffer is its own allocation, so its ends are ends of memory. PROGRESS gets a line before and after
each kernel. The run ends with the first kernel that fails, since it loses the context, or that does
not end in time.
"""
import ctypes
import json
import signal
import struct
import sys

DRIVER = ctypes.CDLL("libcuda.so.1")
FORMATS = {"f16": "e", "f32": "f", "f64": "d", "i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I",
           "i64": "q", "u64": "Q"}
MAX_DYNAMIC_SHARED = 8
KERNEL_SECONDS = 10


def call(name, *arguments):
    status = getattr(DRIVER, name)(*arguments)
    if status:
        sys.exit(f"{name}: CUDA error {status}")


def buffer(parameter):
    count, kind = parameter["count"], FORMATS[parameter["type"]]
    address = ctypes.c_uint64()
    call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(count * struct.calcsize(kind)))
    if parameter["fill"]:
        values = range(count) if parameter["fill"] == "iota" else [float(parameter["fill"])] * count
        number = float if kind in "efd" else int
        mask = (1 << (8 * struct.calcsize(kind) - (kind in "bhiq"))) - 1
        content = struct.pack(f"={count}{kind}", *(number(v) if kind in "efd" else number(v) & mask for v in values))
        call("cuMemcpyHtoD_v2", address, content, ctypes.c_size_t(len(content)))
    return address


def argument(parameter):
    if "count" in parameter:
        return buffer(parameter)
    value = parameter["value"]
    if "." in value:
        return ctypes.c_float(float(value))
    return ctypes.c_int32(int(value)) if abs(int(value)) < 2**31 else ctypes.c_int64(int(value))


def run(head):
    module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
    call("cuModuleLoad", ctypes.byref(module), head["cubin"].encode())
    call("cuModuleGetFunction", ctypes.byref(kernel), module, head["name"].encode())
    if head["shared"] > 48 * 1024:
        call("cuFuncSetAttribute", kernel, MAX_DYNAMIC_SHARED, head["shared"])
    arguments = [argument(parameter) for parameter in head["parameters"]]
    pointers = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(value) for value in arguments))
    call("cuLaunchCooperativeKernel" if head["cooperative"] else "cuLaunchKernel", kernel, *head["grid"], *head["block"],
         head["shared"], None, pointers, *([] if head["cooperative"] else [None]))
    call("cuCtxSynchronize")


def main():
    device, context = ctypes.c_int(), ctypes.c_void_p()
    call("cuInit", 0)
    call("cuDeviceGet", ctypes.byref(device), 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    call("cuCtxSetCurrent", context)
    with open(sys.argv[1]) as jobs, open(sys.argv[2], "a", buffering=1) as progress:
        for head in json.load(jobs):
            print("begin", head["name"], file=progress)
            signal.alarm(KERNEL_SECONDS)
            run(head)
            signal.alarm(0)
            print("end", head["name"], file=progress)


main()
