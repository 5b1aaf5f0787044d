package org.esbmt.message.security.internal.crypto;

import java.security.spec.MGF1ParameterSpec;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

/** The accepted parameters of RSA-OAEP: a hash, and the hash of the mask generation function; never a label. */
public enum Oaep {
    SHA256,
    /** SHA-256, with SHA-1 in the mask generation function. */
    SHA256_MGF1_SHA1,
    SHA1;

    public static final String URI = "http://www.w3.org/2009/xmlenc11#rsa-oaep";
    /** RSA-OAEP whose mask generation function is MGF1 with SHA-1. */
    public static final String MGF1P_URI = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p";

    public static final String SHA1_URI = "http://www.w3.org/2000/09/xmldsig#sha1";
    public static final String MGF1_SHA1_URI = "http://www.w3.org/2009/xmlenc11#mgf1sha1";
    public static final String MGF1_SHA256_URI = "http://www.w3.org/2009/xmlenc11#mgf1sha256";

    private static final OAEPParameterSpec[] PARAMETERS = {
        parameters("SHA-256", MGF1ParameterSpec.SHA256),
        parameters("SHA-256", MGF1ParameterSpec.SHA1),
        parameters("SHA-1", MGF1ParameterSpec.SHA1)
    };

    private static OAEPParameterSpec parameters(String hash, MGF1ParameterSpec mask) {
        return new OAEPParameterSpec(hash, "MGF1", mask, PSource.PSpecified.DEFAULT);
    }

    OAEPParameterSpec parameters() {
        return switch (this) {
            case SHA256 -> PARAMETERS[0];
            case SHA256_MGF1_SHA1 -> PARAMETERS[1];
            case SHA1 -> PARAMETERS[2];
        };
    }

    /** True if SHA-1 is in it anywhere. */
    public boolean usesSha1() {
        return this != SHA256;
    }
}
