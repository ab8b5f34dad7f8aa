"""A self-signed certificate and its key, in plain Python: X.509, ECDSA on P-256 (FIPS 186-5).

For tests only: the arithmetic is not protected against side channels.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from pathlib import Path

P = 2**256 - 2**224 + 2**192 + 2**96 - 1  # of the field
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # points
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
Point = tuple[int, int] | None


def add(a: Point, b: Point) -> Point:
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    slope = (3 * a[0] ** 2 - 3) * pow(2 * a[1], -1, P) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope**2 - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(count: int, point: Point) -> tuple[int, int]:
    total: Point = None
    while count:
        total, point, count = add(total, point) if count & 1 else total, add(point, point), count >> 1
    assert total is not None
    return total


def der(tag: int, *parts: bytes) -> bytes:
    data = b"".join(parts)
    size = len(data).to_bytes(len(data).bit_length() // 8 + 1, "big").lstrip(b"\0") or b"\0"
    length = size if len(data) < 128 else bytes([0x80 + len(size)]) + size
    return bytes([tag]) + length + data


def number(value: int) -> bytes:
    return der(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


OIDS = {
    "EC": "2a8648ce3d0201", "P-256": "2a8648ce3d030107", "ECDSA": "2a8648ce3d040302", "name": "550403",
    "other names": "551d11",
}  # fmt: skip


def oid(name: str) -> bytes:
    return der(6, bytes.fromhex(OIDS[name]))


def pem(kind: str, data: bytes) -> str:
    text = base64.encodebytes(data).decode()
    return f"-----BEGIN {kind}-----\n{text}-----END {kind}-----\n"


def make(folder: Path, name: str = "own") -> tuple[Path, Path]:
    """Write the files of a certificate for 127.0.0.1 and localhost and of its key; returns their paths."""
    secret = secrets.randbelow(N - 1) + 1
    public = b"\x04" + b"".join(each.to_bytes(32, "big") for each in times(secret, G))
    algorithm, kind = der(0x30, oid("ECDSA")), der(0x30, oid("EC"), oid("P-256"))
    issuer = der(0x30, der(0x31, der(0x30, oid("name"), der(0x0C, name.encode()))))
    valid = der(0x30, der(0x17, b"240101000000Z"), der(0x17, b"491231235959Z"))
    names = der(0x30, der(0x82, b"localhost"), der(0x87, bytes([127, 0, 0, 1])))
    more = der(0xA3, der(0x30, der(0x30, oid("other names"), der(4, names))))
    body = der(
        0x30, der(0xA0, number(2)), number(secrets.randbits(64)), algorithm, issuer, valid, issuer,
        der(0x30, kind, der(3, b"\0", public)), more,
    )  # fmt: skip
    once = secrets.randbelow(N - 1) + 1
    r = times(once, G)[0] % N
    s = pow(once, -1, N) * (int.from_bytes(hashlib.sha256(body).digest(), "big") + r * secret) % N
    whole = der(0x30, body, algorithm, der(3, b"\0", der(0x30, number(r), number(s))))
    private = der(0x30, number(0), kind, der(4, der(0x30, number(1), der(4, secret.to_bytes(32, "big")))))
    certificate, key = folder / f"{name}.pem", folder / f"{name}-key.pem"
    certificate.write_text(pem("CERTIFICATE", whole))
    key.write_text(pem("PRIVATE KEY", private))
    return certificate, key
