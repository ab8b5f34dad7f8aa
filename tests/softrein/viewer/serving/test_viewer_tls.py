"""The viewer by https: a server with a certificate made here, and the errors for unusable files."""

from __future__ import annotations

import base64
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from softrein.cli import app
from softrein.errors import SoftreinError
from softrein.viewer.scene import scene_of
from softrein.viewer.serving.security import Guard, tls_context
from softrein.viewer.viewing import UNENCRYPTED
from tests.softrein.viewer.serving.attackers import Victim
from tests.softrein.viewer.serving.certificates import make, pem
from tests.softrein.viewer.viewing import STARTING, Client, Watched, viewer


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def encrypted(
    small_bundle: BodyBundle, tmp_path_factory: pytest.TempPathFactory, files: tuple[Path, Path]
) -> Iterator[Watched]:
    path = tmp_path_factory.mktemp("view") / "beam.softrein"
    save(small_bundle, path)
    certificate, key = files
    with viewer(path, "--certificate", str(certificate), "--key", str(key)) as running:
        yield running


def get(watched: Watched, path: str, certificate: Path, **headers: str) -> tuple[int, Any, bytes]:
    """What a client is answered that trusts this certificate, and checks the address's name against it."""
    asked = urllib.request.Request(f"https://127.0.0.1:{watched.port}{path}", headers=headers)
    context = ssl.create_default_context(cafile=str(certificate))
    try:
        with urllib.request.urlopen(asked, timeout=10, context=context) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, b""


def test_the_page_comes_encrypted(encrypted: Watched, files: tuple[Path, Path]) -> None:
    assert encrypted.address.startswith("https://")
    status, headers, body = get(encrypted, f"/?token={encrypted.token}", files[0])
    assert status == 200
    assert f"wss://127.0.0.1:{encrypted.port}" in headers["content-security-policy"]
    assert f'src="main.js?token={encrypted.token}"'.encode() in body
    assert get(encrypted, "/", files[0])[0] == 403
    for scheme, answered in (("https", 200), ("http", 403)):
        origin = f"{scheme}://127.0.0.1:{encrypted.port}"
        assert get(encrypted, f"/main.js?token={encrypted.token}", files[0], Origin=origin)[0] == answered


def test_frames_come_encrypted(encrypted: Watched, small_bundle: BodyBundle) -> None:
    with Client(encrypted, *scene_of(small_bundle).counts) as page:
        page.frame(STARTING)
        page.send("rewind", id=3)
        page.until(lambda frame: frame.echo == 3)


def test_who_does_not_encrypt_gets_nothing(encrypted: Watched) -> None:
    victim = Victim(encrypted.address)
    with closing(victim.connect(silent=True)) as plain:
        plain.sendall(victim.request("/"))
        with suppress(ConnectionResetError):
            assert b"HTTP" not in plain.recv(4096)


@pytest.mark.slow("a viewer with its processes")
def test_a_client_that_says_nothing_is_sent_away(encrypted: Watched) -> None:
    with closing(Victim(encrypted.address).connect(silent=True)) as silent:
        silent.settimeout(20)
        with suppress(ConnectionResetError):
            assert silent.recv(1) == b""


ENCRYPTED = (
    "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899AABBCC"
    f"DDEEFF\n\n{base64.b64encode(bytes(96)).decode()}\n-----END EC PRIVATE KEY-----\n"
)  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"certificate": None}, "--certificate {}: no file is there"),
        ({"key": None}, "--key {}: no file is there"),
        ({"certificate": "nothing"}, "--certificate {}: holds no certificate in PEM"),
        ({"certificate": ""}, "--certificate {}: holds no certificate in PEM"),
        ({"key": "nothing"}, "--key {}: holds no private key in PEM"),
        ({"key": ENCRYPTED}, "is encrypted; decrypt it: openssl pkey"),
        ({"key": pem("ENCRYPTED PRIVATE KEY", bytes(96))}, "--key {}: the key is encrypted"),
        ({"certificate": pem("CERTIFICATE", b"nothing")}, "is damaged"),
        ({"key": pem("PRIVATE KEY", b"nothing")}, "is damaged"),
    ],
)
def test_what_is_wrong_with_the_files_is_said(
    tmp_path: Path, wrong: dict[str, str | None], said: str
) -> None:
    given = dict(zip(("certificate", "key"), make(tmp_path), strict=True))
    [(name, text)] = wrong.items()
    given[name].unlink() if text is None else given[name].write_text(text)
    with pytest.raises(SoftreinError) as caught:
        tls_context(given["certificate"], given["key"])
    assert said.format(given[name]) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_and_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    certificate, key = make(tmp_path)
    with pytest.raises(SoftreinError, match="no file is there"):
        tls_context(tmp_path, key)
    key.chmod(0)
    try:
        key.read_bytes()
    except PermissionError:
        with pytest.raises(SoftreinError, match=r"--key .*cannot be read \(Permission denied\)"):
            tls_context(certificate, key)


def test_a_key_of_another_certificate_is_told(tmp_path: Path) -> None:
    certificate, _ = make(tmp_path)
    _, other = make(tmp_path, "other")
    with pytest.raises(SoftreinError, match="not that of the certificate"):
        tls_context(certificate, other)


def test_both_may_be_in_one_file(tmp_path: Path) -> None:
    certificate, key = make(tmp_path)
    with pytest.raises(SoftreinError, match=r"holds no private key .*; give it with --key"):
        tls_context(certificate, None)
    certificate.write_text(certificate.read_text() + key.read_text())
    tls_context(certificate, None)


def test_a_key_alone_is_refused(tmp_path: Path) -> None:
    _, key = make(tmp_path)
    result = CliRunner().invoke(app, ["view", "--key", str(key)])
    assert result.exit_code != 0
    assert "give its certificate too" in str(result.exception)


def test_https_has_a_port_of_its_own_that_browsers_leave_out() -> None:
    async def nothing(*_: Any) -> None: ...

    assert Guard(nothing, "192.168.1.5", 443, "secret", True).is_ours("192.168.1.5")
    assert not Guard(nothing, "192.168.1.5", 80, "secret", True).is_ours("192.168.1.5")


@pytest.mark.slow("a viewer with its processes")
def test_where_nothing_is_encrypted_it_is_said(small_bundle: BodyBundle, tmp_path: Path) -> None:
    path = tmp_path / "beam.softrein"
    save(small_bundle, path)
    certificate, key = make(tmp_path)
    for options in ([], ["--certificate", str(certificate), "--key", str(key)]):
        with viewer(path, "--host", "0.0.0.0", *options) as running:
            running.process.terminate()
            assert running.process.wait(20) == 0
            assert running.process.stderr is not None
            said = running.process.stderr.read()
        expected = UNENCRYPTED.format(host="0.0.0.0", port=running.port)
        assert said.count("\n") == (not options)
        assert (expected in said) == (not options)
