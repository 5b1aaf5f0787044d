package org.esbmt.message.security.internal.soap;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;

/** The places of a SOAP message: an Envelope with one Header and then one Body. */
public final class Envelope {
    public static final int PART = 2;
    public static final int BLOCK = 3;

    private static final byte[] SOAP_1_1 = bytes(Names.SOAP_1_1);
    private static final byte[] SOAP_1_2 = bytes(Names.SOAP_1_2);
    private static final byte[] ENVELOPE = bytes("Envelope");
    public static final byte[] HEADER = bytes("Header");
    public static final byte[] BODY = bytes("Body");

    private Envelope() {}

    /** Goes to the Header's start tag. Returns the namespace of the version of SOAP. */
    public static byte[] header(ElementReader in) throws SecurityRefusedException {
        in.root();
        byte[] soap = version(in);
        in.one(1, soap, HEADER);
        return soap;
    }

    /** The namespace of the version of SOAP. The current token is the root's start tag. */
    public static byte[] version(ElementReader in) throws SecurityRefusedException {
        if (in.is(SOAP_1_1, ENVELOPE)) {
            return SOAP_1_1;
        }
        invalidIf(!in.is(SOAP_1_2, ENVELOPE), "The root element is not a SOAP Envelope.");
        return SOAP_1_2;
    }

    /** Goes from the end of the Header to the Body's start tag. */
    public static void body(ElementReader in, byte[] soap) throws SecurityRefusedException {
        in.one(1, soap, BODY);
    }

    public static SecurityRefusedException twoOf(String element) {
        return invalid("The message has two elements " + element + ".");
    }
}
