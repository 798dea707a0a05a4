"""Runs exported folders with PyTorch on the CPU: `export_torch_run.py FOLDER...`

A stand-in takes the place of the compiled extension. It demands the arguments that binding.cpp
declares, and writes what the formula says. So all of module.py, check.py and reference.py runs.
"""
import importlib
import inspect
import os
import re
import sys

import torch
import torch.utils.cpp_extension as cpp_extension

names = set()  # of the extensions
TYPES = {"torch::Tensor": torch.Tensor, "int64_t": int, "double": (float, int)}


class Event:
    def __init__(self, enable_timing):
        assert enable_timing

    record = synchronize = lambda self: None
    elapsed_time = lambda self, end: 1.0


def stay_on_cpu(name):
    make = getattr(torch, name)

    def made(*shape, device=None, **options):
        assert str(device) in ("cpu", "cuda"), f"torch.{name} without a device"
        return make(*shape, **options)

    setattr(torch, name, made)


class Extension:
    """Launches the formula. `is_wrong` adds 1 to the first element of each output."""

    def __init__(self, name, cpp_sources, cuda_sources, functions, extra_cuda_cflags):
        names.add(name)
        found = re.search(r"void (launch_\w+)\(([^)]*)\)", cpp_sources[0])
        assert functions == [found[1]] and "<<<" in cuda_sources[0] and extra_cuda_cflags[0] == "-O3"
        self.parameters = [parameter.rsplit(" ", 1) for parameter in found[2].split(", ")]
        self.is_wrong = False
        setattr(self, found[1], self.launch)

    def launch(self, *arguments):
        assert len(arguments) == len(self.parameters), "another number of arguments than in binding.cpp"
        given = {}
        for (kind, name), value in zip(self.parameters, arguments):
            assert isinstance(value, TYPES[kind]), f"{name} is {type(value)}"
            assert not torch.is_tensor(value) or value.is_contiguous(), f"{name} is not contiguous"
            given[name if name == "in_" else name[:-1]] = value
        reference = sys.modules["reference"].reference
        results = reference(**{name: given[name] for name in inspect.signature(reference).parameters})
        results = results if isinstance(results, tuple) else (results,)
        names = re.findall(r"return (.*)", inspect.getsource(sys.modules["module"].Kernel.forward))[-1].split(", ")
        for name, result in zip(names, results, strict=True):
            assert given[name].shape == result.shape, f"{name} has the shape {given[name].shape}, not {result.shape}"
            given[name].copy_(result)
            given[name].view(-1)[:1] += 1 * self.is_wrong


def add_attention():
    """PyTorch before 2.0 has no scaled_dot_product_attention."""
    functions = torch.nn.functional
    if hasattr(functions, "scaled_dot_product_attention"):
        return

    def attention(q, k, v, is_causal=False):
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        if is_causal:
            scores = scores.masked_fill(torch.ones_like(scores).tril() == 0, float("-inf"))
        return scores.softmax(-1) @ v

    functions.scaled_dot_product_attention = attention


def add_fused_adamw():
    """PyTorch before 2.0 has no fused AdamW, and no fused one runs on a CPU."""
    import torch.optim.adamw as module

    unfused = module.adamw
    module.adamw = lambda *lists, fused, **options: unfused(*lists, **options)


def add_product_of_halves():
    """PyTorch before 2.0 has none on a CPU."""
    product = torch.Tensor.__matmul__

    def wide(a, b):
        return product(a.float(), b.float()).to(a.dtype) if a.dtype == torch.float16 else product(a, b)

    torch.Tensor.__matmul__ = wide


def refuse_other_types(module, check):
    arguments = check.inputs(**check.CASES[-1])
    name = next(name for name, value in arguments.items() if torch.is_tensor(value))
    for other in (arguments[name].double(), arguments[name][None]):
        try:
            module.Kernel()(**{**arguments, name: other})
        except (TypeError, IndexError):
            continue
        raise SystemExit(f"{name} can have the type {other.dtype} and the shape {other.shape}")


def run(folder):
    for name in ("module", "reference", "check"):
        sys.modules.pop(name, None)
    sys.path[0] = os.path.abspath(folder)
    importlib.invalidate_caches()
    importlib.import_module("reference")
    module, check = importlib.import_module("module"), importlib.import_module("check")
    assert len(check.CASES) > 2 and set(check.BENCH) == set(check.CASES[0])
    check.BENCH = check.CASES[-1]
    check.main()
    refuse_other_types(module, check)
    module.extension.is_wrong = True
    try:
        check.main()
    except AssertionError:
        return
    raise SystemExit(f"{folder}: check.py accepts a wrong result")


sys.dont_write_bytecode = True
cpp_extension.load_inline = Extension
torch.cuda.Event = Event
torch.cuda.is_available = lambda: True
torch.cuda.get_device_name = lambda: "no GPU"
for maker in ("empty", "rand", "randn", "randint"):
    stay_on_cpu(maker)
add_attention()
add_fused_adamw()
add_product_of_halves()
sys.path.insert(0, "")
for path in sys.argv[1:]:
    run(path)
    print(f"{path}: runs")
assert len(names) == len(sys.argv) - 1, "two kernels share an extension"
