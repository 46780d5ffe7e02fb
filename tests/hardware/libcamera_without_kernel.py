"""The real picamera2 over the real libcamera where no camera is: the kernel's part is played by memory files.

libcamera's virtual pipeline shows pictures named in its own settings; picamera2 wants buffers from the kernel's heaps
and a display library, which are replaced here. Only NV12 is offered, and there is no sensor to be controlled.
"""

import mmap
import os
import sys
import time
import types
from typing import Any


class _AnyAttribute(type):
    def __getattr__(cls, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        return name


def _without_display() -> None:
    """A stand-in for pykms, which picamera2 imports for previews that are never shown here."""
    pykms = types.ModuleType("pykms")
    pykms.PixelFormat = _AnyAttribute("PixelFormat", (), {})  # type: ignore[attr-defined]
    sys.modules.setdefault("pykms", pykms)


_without_display()
import libcamera  # noqa: E402
import picamera2.picamera2 as real  # noqa: E402
from picamera2.allocators.allocator import Allocator, Sync  # noqa: E402


class MemorySync(Sync):
    """Access to one buffer, which needs no synchronising."""

    def __init__(self, allocator: Any, buffer: Any, _write: bool) -> None:
        self._mapped = allocator.maps[buffer]

    def __enter__(self) -> mmap.mmap:
        return self._mapped

    def __exit__(self, *_: object) -> None:
        """Nothing to give back."""

    def get_buffer(self) -> mmap.mmap:
        """The buffer's bytes."""
        return self._mapped


class MemoryAllocator(Allocator):
    """Buffers of two planes, brightness and colour, in one memory file each."""

    def __init__(self) -> None:
        super().__init__()
        self.maps: dict[Any, mmap.mmap] = {}
        self.sync = MemorySync
        self._by_stream: dict[Any, list[Any]] = {}
        self._files: list[int] = []

    def allocate(self, configuration: Any, _use_case: Any) -> None:
        """As many buffers for each stream as it asks for."""
        self.close()
        for stream in configuration:
            self._by_stream[stream.stream] = [self._buffer(stream) for _ in range(stream.buffer_count)]

    def buffers(self, stream: Any) -> list[Any]:
        """The buffers of a stream."""
        return self._by_stream[stream]

    def close(self) -> None:
        """Give all of them back."""
        self.maps.clear()
        self._by_stream.clear()
        while self._files:
            os.close(self._files.pop())

    def acquire(self, _buffers: Any) -> None:
        """Nothing to lock."""

    def release(self, _buffers: Any) -> None:
        """Nothing to unlock."""

    def _buffer(self, stream: Any) -> Any:
        file = os.memfd_create("frame")
        os.ftruncate(file, stream.frame_size)
        self._files.append(file)
        bright = stream.size.width * stream.size.height
        planes = [_plane(file, 0, bright), _plane(file, bright, stream.frame_size - bright)]
        buffer = _sound_buffer(planes)
        self.maps[buffer] = mmap.mmap(file, stream.frame_size)
        return buffer


def _sound_buffer(planes: list[Any]) -> Any:
    """A buffer of which libcamera says that its frames are well.

    The virtual pipeline never sets a frame's status, and the one a buffer is born with is whatever lay in memory there.
    picamera2 gives frames of any other status straight back, and whoever waits for one waits for ever.
    """
    unsound = []  # kept until the end, or the next one would be born in the very same place
    while (buffer := libcamera.FrameBuffer(planes)).metadata.status != libcamera.FrameMetadata.Status.Success:
        unsound.append(buffer)
    return buffer


def _plane(file: int, offset: int, length: int) -> Any:
    plane = libcamera.FrameBuffer.Plane()
    plane.fd, plane.offset, plane.length = file, offset, length
    return plane


real.DmaAllocator = MemoryAllocator


class VirtualPicamera2(real.Picamera2):
    """The real class over libcamera's virtual camera, held to a steady pace."""

    def __init__(self) -> None:
        super().__init__(0)
        self.pre_callback = lambda _: time.sleep(1 / 30)

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        """The virtual camera has no raw pictures; the class insists on asking for them."""
        role = libcamera.StreamRole.VideoRecording
        formats = self.camera.generate_configuration([role]).at(0).formats
        return [
            {"format": str(p), "size": (s.width, s.height)} for p in formats.pixel_formats for s in formats.sizes(p)
        ]
