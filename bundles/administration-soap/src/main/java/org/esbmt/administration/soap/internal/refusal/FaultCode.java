package org.esbmt.administration.soap.internal.refusal;

import java.util.Optional;
import org.esbmt.administration.soap.internal.vocabulary.SoapVersion;

/** The code of a fault, for both versions of SOAP. */
public enum FaultCode {
    SENDER("Client", "Sender", Optional.empty(), 400),
    RECEIVER("Server", "Receiver", Optional.empty(), 500),
    VERSION_MISMATCH("VersionMismatch", "VersionMismatch", Optional.empty(), 500),
    MUST_UNDERSTAND("MustUnderstand", "MustUnderstand", Optional.empty(), 500),
    INVALID_SECURITY("Client", "Sender", Optional.of("InvalidSecurity"), 400),
    UNSUPPORTED_ALGORITHM("Client", "Sender", Optional.of("UnsupportedAlgorithm"), 400),
    FAILED_CHECK("Client", "Sender", Optional.of("FailedCheck"), 400),
    MESSAGE_EXPIRED("Client", "Sender", Optional.of("MessageExpired"), 400),
    FAILED_AUTHENTICATION("Client", "Sender", Optional.of("FailedAuthentication"), 400);

    /** The status of each fault of SOAP 1.1 (Basic Profile 1.1, R1126). */
    static final int STATUS_11 = 500;

    private final String code11;
    private final String code12;
    private final Optional<String> security;
    private final int status12;

    FaultCode(String code11, String code12, Optional<String> security, int status12) {
        this.code11 = code11;
        this.code12 = code12;
        this.security = security;
        this.status12 = status12;
    }

    /** The local name of the code in the namespace of SOAP 1.1. */
    public String code11() {
        return code11;
    }

    /** The local name of the code in the namespace of SOAP 1.2. */
    public String code12() {
        return code12;
    }

    /** The local name of a code of WS-Security: the code of SOAP 1.1, and the subcode of SOAP 1.2. */
    public Optional<String> security() {
        return security;
    }

    /** The status of HTTP. */
    public int status(SoapVersion version) {
        return version == SoapVersion.SOAP_11 ? STATUS_11 : status12;
    }
}
