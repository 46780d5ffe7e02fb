"""The mean of models that were trained on from one another, which reads more than any of them (Wortsman et al., 2022).

`python -m calibration.training.mean OUT.onnx SHARE MODEL.onnx SHARE MODEL.onnx …`; shares add up to one. What one go
forgot another still knows: weights that share their beginning lie so close together that their mean is a network too.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def mean_of(models: Iterable[tuple[float, Path]], out: Path) -> None:
    """Writes the mean of models of one network (ONNX), each with its share."""
    read = [(share, onnx.load(str(path))) for share, path in models]
    weights = [(share, {one.name: numpy_helper.to_array(one) for one in m.graph.initializer}) for share, m in read]
    mean = read[0][1]
    for one in mean.graph.initializer:
        if numpy_helper.to_array(one).dtype == np.float32:
            total = sum(share * known[one.name] for share, known in weights)
            one.CopyFrom(numpy_helper.from_array(np.asarray(total, np.float32), one.name))
    onnx.save(mean, str(out))


def main() -> None:
    """Reads the command line and writes the mean."""
    out, *rest = sys.argv[1:]
    mean_of(zip(map(float, rest[::2]), map(Path, rest[1::2]), strict=True), Path(out))


if __name__ == "__main__":
    main()
