package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.xml.security.Init;
import org.apache.xml.security.c14n.Canonicalizer;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** Each byte of genuine messages is changed: the message is refused, or all that is signed is as it was. */
class ChangedByteTest {
    private final Receiver receiver = new Receiver();

    @Test
    void noChangeOfAByteChangesASignedPart() throws Exception {
        Init.init();
        for (String message : List.of(
                Wss4jSender.signed().text(),
                Wss4jSender.encrypted().text(),
                Wss4jSender.encrypted().encrypt("TenantContext").soap12().text())) {
            int unchanged = changeEachByte(message.getBytes(UTF_8));
            // Attributes of the Security block, names of prefixes and the like.
            assertThat(unchanged).isLessThan(message.length() / 5);
        }
    }

    /** Returns the number of changes without an effect. */
    private int changeEachByte(byte[] message) throws Exception {
        String signed = signed(receiver.open(message));
        int without = 0;
        for (int i = 0; i < message.length; i++) {
            byte[] changed = message.clone();
            changed[i] ^= (byte) (1 << i % 7);
            try {
                OpenedMessage opened = receiver.open(changed, TestKey.client().publicKey());
                assertThat(signed(opened)).as("byte %d", i).isEqualTo(signed);
                assertThat(opened.claim()).as("byte %d", i).hasSize(32);
                without++;
            } catch (SecurityRefusedException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
        return without;
    }

    /** TenantContext and Body in canonical form, by another implementation. */
    private static String signed(OpenedMessage opened) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(opened.message()));
        String soap = document.getDocumentElement().getNamespaceURI();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Canonicalizer form = Canonicalizer.getInstance(Canonicalizer.ALGO_ID_C14N_EXCL_OMIT_COMMENTS);
        form.canonicalizeSubtree(
                document.getElementsByTagNameNS(Wss4jSender.CONTEXT_NS, "TenantContext")
                        .item(0),
                out);
        form.canonicalizeSubtree(document.getElementsByTagNameNS(soap, "Body").item(0), out);
        return opened.signed() + opened.expires().toString() + out.toString(UTF_8);
    }
}
