"""Certificates made for a test: authorities, and what they sign."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAY = timedelta(days=1)


class Issued:
    """A certificate with its key."""

    def __init__(self, name: str, issuer: Issued | None = None, *, host: str = "", age: timedelta = DAY) -> None:
        """Make one: an authority's, or a host's.

        Args:
            name: Of whom it is.
            issuer: Who signs it; itself when None.
            host: The name it is for; empty for an authority.
            age: How long ago it began to hold, for ten days.
        """
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        signer = issuer or self
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        begin = datetime.now(UTC) - age
        ski = x509.SubjectKeyIdentifier.from_public_key(signer.key.public_key())
        builder = (
            x509.CertificateBuilder()
            .subject_name(self.name)
            .issuer_name(signer.name)
            .public_key(self.key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(begin)
            .not_valid_after(begin + 10 * DAY)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(ski), critical=False)
            .add_extension(x509.BasicConstraints(ca=not host, path_length=None), critical=True)
            .add_extension(_usage(signs=not host), critical=True)
        )
        if host:
            names = x509.SubjectAlternativeName([x509.DNSName(host)])
            purposes = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
            builder = builder.add_extension(names, critical=False).add_extension(purposes, critical=False)
        self.certificate = builder.sign(signer.key, hashes.SHA256())

    @property
    def pem(self) -> bytes:
        return self.certificate.public_bytes(Encoding.PEM)

    @property
    def key_pem(self) -> bytes:
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )
