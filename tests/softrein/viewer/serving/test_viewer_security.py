"""Which requests the viewer admits, without a socket; and the errors of its command when it cannot start."""

from __future__ import annotations

import contextlib
import socket
from pathlib import Path
from typing import Any

import pytest

from softrein.errors import BundleError, MissingPackageError, SoftreinError
from softrein.viewer import viewing
from softrein.viewer.serving.security import Guard, is_loopback


async def nothing(*_: Any) -> None:
    """An application that is never reached here."""


def ours(listening: str, host: str) -> bool:
    return Guard(nothing, listening, 8000, "secret", ()).is_ours(host)


def test_names_of_this_machine() -> None:
    for host in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000"):
        assert ours("127.0.0.1", host)
        assert ours("192.168.1.5", host)
    assert ours("192.168.1.5", "192.168.1.5:8000")
    assert not ours("127.0.0.1", "192.168.1.5:8000")
    assert ours("fd00::5", "[fd00::5]:8000")
    assert not ours("127.0.0.1", "localhost:8001")
    assert not ours("127.0.0.1", "localhost:٨٠٠٠")  # digits, but not a port's


def test_browsers_leave_out_port_80() -> None:
    for host in ("127.0.0.1", "localhost", "[::1]", "192.168.1.5", "192.168.1.5:80", "LOCALHOST"):
        assert Guard(nothing, "192.168.1.5", 80, "secret", ()).is_ours(host), host
        assert host.endswith(":80") or not ours("192.168.1.5", host)
    for host in (
        "",
        "80",
        ":80",
        "evil.example",
        "localhost:",
        "localhost:8000",
        "::1",
        "[::1",
        "1]",
        "[::1]]",
    ):
        assert not Guard(nothing, "0.0.0.0", 80, "secret", ()).is_ours(host), host
    assert Guard(nothing, "::", 80, "secret", ()).is_ours("[fd00::5]")


def test_listening_everywhere_takes_numbers_and_its_own_name_only() -> None:
    for everywhere in ("0.0.0.0", "::"):
        assert ours(everywhere, "192.168.1.5:8000")
        assert ours(everywhere, "[fd00::5]:8000")
        assert ours(everywhere, f"{socket.gethostname()}:8000")
        assert not ours(everywhere, "evil.example:8000")


def test_addresses_are_told_as_browsers_write_them() -> None:
    for host, written in (("0", "0.0.0.0"), ("127.1", "127.0.0.1"), ("localhost", "localhost")):
        with viewing.listen(host, 0) as listener:
            assert viewing.canonical(host, listener) == written
    if socket.has_ipv6:
        with contextlib.suppress(SoftreinError), viewing.listen("0:0:0:0:0:0:0:1", 0) as listener:
            assert viewing.canonical("0:0:0:0:0:0:0:1", listener) == "::1"


def test_what_only_this_machine_can_reach() -> None:
    assert all(is_loopback(host) for host in ("127.0.0.1", "127.0.0.2", "::1", "localhost"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "::", "192.168.1.5", "example.org", ""))


def test_a_port_that_is_taken_is_named() -> None:
    with viewing.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SoftreinError, match=f"127.0.0.1:{port}.*--port"):
            viewing.listen("127.0.0.1", port)
    with pytest.raises(SoftreinError, match="no-such-host"):
        viewing.listen("no-such-host.invalid", 0)


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewing, "PACKAGES", ("json", "no_such_package"))
    with pytest.raises(MissingPackageError, match=r"\(no_such_package\).*'softrein\[view\]'"):
        viewing.view(Path("x.softrein"), viewing.Listening("127.0.0.1", 0), print, open_page=False)


def test_a_file_that_is_no_bundle_is_told_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewing, "PACKAGES", ())
    with pytest.raises(BundleError):
        viewing.view(tmp_path / "none.softrein", viewing.Listening("127.0.0.1", 0), print, open_page=False)
