package org.esbmt.message.security.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.spec.MGF1ParameterSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks 7, 8, 31 and 33 by registered senders: plain text that is more than it should be, under good signatures. */
class PlainTextAttacksTest {
    private final Receiver receiver = new Receiver();
    private String message;
    private String content;
    private String context;

    @BeforeEach
    void sign() throws Exception {
        message = Wss4jSender.signed().text();
        content = Xml.text(message, "soap:Body");
        context = Xml.element(message, "TenantContext");
    }

    private String body(String plain) throws Exception {
        Forger forger = new Forger();
        return forger.complete(message.replace(content, forger.data(plain, "Content")));
    }

    private String header(String plain) throws Exception {
        Forger forger = new Forger();
        return forger.complete(message.replace(context, forger.header(plain)));
    }

    @Test
    void genuinePlainTextIsAccepted() throws Exception {
        assertThat(receiver.text(body(content))).contains("anvil");
        assertThat(receiver.text(header(context))).contains("tenantID");
        Forger both = new Forger();
        receiver.open(both.complete(
                message.replace(content, both.data(content, "Content")).replace(context, both.header(context))));
    }

    @Test
    void attack07EncryptedHeaderWithSomethingElse() throws Exception {
        String security = "<wsse:Security xmlns:wsse=\"" + Names.WSSE + "\"/>";
        for (String plain : new String[] {
            context + context,
            context + "<x/>",
            "<x/>" + context,
            "<x/>",
            context + security,
            security,
            "text",
            context + "text",
            "",
            " " + context,
            context + " ",
            "<!-- -->" + context,
            context + "<?pi?>",
            context.substring(0, 30),
            context + "</soap:Header><soap:Header>",
            "<x>" + context + "</x>",
            "<![CDATA[]]>" + context,
            "<a:To xmlns:a=\"" + Names.ADDRESSING + "\"/>"
        }) {
            receiver.refuses(header(plain));
        }
        Forger two = new Forger();
        receiver.refuses(two.complete(message.replace(context, two.header(context) + two.header(context))));
        Forger beside = new Forger();
        receiver.refuses(beside.complete(message.replace(context, beside.header(context) + context)));
    }

    @Test
    void attack08PlainTextThatEndsTheBody() throws Exception {
        for (String plain : new String[] {
            content + "</soap:Body><soap:Body>",
            "</soap:Body><soap:Body>" + content,
            content + "</soap:Body></soap:Envelope>",
            content + "</soap:Body></soap:Envelope><!--",
            content + "<!--",
            content + "<![CDATA[",
            content + "<x>",
            "</x>" + content,
            content.substring(0, 20),
            content + "</soap:Body><x><soap:Body>",
            content + "<?pi ",
            content + "&",
            content + "&#",
            content + "<x a=\""
        }) {
            receiver.refuses(body(plain));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!--></soap:Body>-->",
                "<!-- ]]></soap:Body> -->",
                "<?pi </soap:Body>?>",
                "<!-- --></soap:Body -->"
            })
    void attack08PlainTextThatIsEndedBehindTheBody(String behind) throws Exception {
        for (String opened : new String[] {"<!--", "<![CDATA[", "<?pi ", "<x>"}) {
            receiver.refuses(body(content + opened).replace("</soap:Envelope>", behind + "</soap:Envelope>"));
        }
    }

    @Test
    void attack08BodyIsSignedAndAnotherOneFollows() throws Exception {
        // The digest of the first Body is good, so the place of its end tag alone shows it.
        receiver.refuses(body(content + "</soap:Body><soap:Body>"), "ends an element around it");
        receiver.refuses(header(context + "</soap:Header><soap:Header>"), "ends an element around it");
        receiver.refuses(header(context + "<x/>"), "is not one TenantContext");
        receiver.refuses(header(context + " "), "is not one TenantContext");
    }

    @Test
    void attack07EncryptedHeaderOfSomebodyElse() throws Exception {
        String own = Wss4jSender.signed().noContext().text();
        Forger stolen = new Forger();
        receiver.refuses(
                stolen.complete(own.replace("<soap:Header>", "<soap:Header>" + stolen.header("<secret/>"))),
                "is not the TenantContext");
    }

    @Test
    void attack31EncryptedDataInEncryptedData() throws Exception {
        Forger outer = new Forger();
        String inner = outer.data(content, "Content");
        receiver.refuses(outer.complete(message.replace(content, outer.data(inner, "Content"))));
        Forger unlisted = new Forger();
        String foreign = new Forger().data(content, "Content");
        receiver.refuses(
                unlisted.complete(message.replace(content, unlisted.data("<w>" + foreign + "</w>", "Content"))),
                "within");
    }

    @Test
    void attack31EncryptedDataElsewhere() throws Exception {
        Forger deep = new Forger();
        receiver.refuses(deep.complete(message.replace(content, "<w>" + deep.data(content, "Content") + "</w>")));
        Forger beside = new Forger();
        receiver.refuses(beside.complete(message.replace(content, beside.data(content, "Content") + "<x/>")));
        Forger two = new Forger();
        receiver.refuses(
                two.complete(message.replace(content, two.data(content, "Content") + two.data(content, "Content"))));
        Forger behindText = new Forger();
        receiver.refuses(behindText.complete(message.replace(content, "text" + behindText.data(content, "Content"))));
        Forger block = new Forger();
        receiver.refuses(block.complete(message.replace(context, block.data(context, "Element"))));
        Forger signature = new Forger();
        String sig = Xml.element(message, "ds:Signature");
        receiver.refuses(signature.complete(message.replace(sig, signature.data(sig, "Element"))));
    }

    @Test
    void attack31ListsAndKeysThatDoNotFit() throws Exception {
        String good = body(content);
        receiver.open(good);
        String list = Xml.element(good, "x:ReferenceList");
        receiver.refuses(good.replace(list, ""));
        receiver.refuses(good.replace("<x:ReferenceList>", "<x:ReferenceList><x:DataReference URI=\"#other\"/>"));
        receiver.refuses(good.replace("#forged-0", "#other"));
        receiver.refuses(good.replace("URI=\"#K\"", "URI=\"#forged-0\""));
        receiver.refuses(good.replace("Id=\"K\"", ""));
        receiver.refuses(good.replace(list, list + list));
        String key = Xml.element(good, "x:EncryptedKey");
        receiver.refuses(good.replace(key, key + key));
        receiver.refuses(good.replace(
                key, key.replace("<x:CipherData>", "<x:CipherData><x:CipherReference URI=\"http://127.0.0.1:1/\"/>")));
        receiver.refuses(good.replaceAll("<x:CipherValue>[^<]*</x:CipherValue>", "<x:CipherReference URI=\"#K\"/>"));
        receiver.refuses(good.replace(key, ""));
        receiver.refuses(good.replace("</soap:Header>", "<w xml:id=\"forged-0\"/></soap:Header>"), "twice");
    }

    @Test
    void encryptedPartThatIsNotSignedIsRefused() throws Exception {
        String timestampOnly = Wss4jSender.signed().sign("Timestamp").text();
        Forger stolen = new Forger();
        String own = Xml.text(timestampOnly, "soap:Body");
        receiver.refuses(
                stolen.complete(timestampOnly.replace(own, stolen.data("<somebody-elses/>", "Content"))), "not signed");
        Forger head = new Forger();
        String block = Xml.element(timestampOnly, "TenantContext");
        receiver.refuses(head.complete(timestampOnly.replace(block, head.header(block))), "not signed");
    }

    @Test
    void attack33LargePlainTextAndADocumentType() throws Exception {
        receiver.refuses(body("<!DOCTYPE a [<!ENTITY b \"c\">]>" + content), "DOCTYPE");
        receiver.refuses(body("<?xml version=\"1.0\"?>" + content));
        receiver.refuses(body("\uFEFF<x/>"));
        receiver.refuses(body("<a>".repeat(100) + "</a>".repeat(100)), "nested deeper");
        receiver.refuses(body("<a " + "b='" + "c".repeat(9000) + "'/>"), "An attribute has more");
        receiver.limits(body("<a/>" + "b".repeat(1024 * 1024)));
        receiver.limits(message.replace(content, "b".repeat(100 * 1024 * 1024)));
        receiver.limits(message.replace("<soap:Header>", "<soap:Header><b>" + "c".repeat(1024 * 1024) + "</b>"));
    }

    @Test
    void attack14LabelAndOtherMasks() throws Exception {
        Forger label = new Forger();
        String labelled = label.wrapped(Forger.wrap(label.secret, "label", MGF1ParameterSpec.SHA256))
                .complete(message.replace(content, label.data(content, "Content")));
        receiver.refuses(labelled, "cannot be decrypted");
        receiver.refuses(labelled.replace("<d:DigestMethod", "<x:OAEPparams>bGFiZWw=</x:OAEPparams><d:DigestMethod"));
        String good = body(content);
        for (String mask : new String[] {"mgf1sha224", "mgf1sha384", "mgf1sha512", "mgf1sha1", "mgf2"}) {
            receiver.refuses(good.replace("mgf1sha256", mask));
        }
        for (String hash : new String[] {"sha512", "sha384", "ripemd160", "md5"}) {
            String other = good.replace(
                    "DigestMethod xmlns:d=\"" + Names.DS + "\" Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256",
                    "DigestMethod xmlns:d=\"" + Names.DS + "\" Algorithm=\"http://www.w3.org/2001/04/xmlenc#" + hash);
            assertThat(other).isNotEqualTo(good);
            receiver.refuses(other);
            new Receiver().profile(Receiver.LENIENT).refuses(other);
        }
    }
}
