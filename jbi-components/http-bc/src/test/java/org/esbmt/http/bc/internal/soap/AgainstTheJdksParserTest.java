package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.esbmt.http.bc.internal.soap.HeadResult.Refused;
import org.esbmt.xml.api.MarkupEngine;
import org.esbmt.xml.api.XmlLimits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Two parsers of different authors must agree about random documents, some well-formed, some damaged in a place or two.
 * The seed is printed; a failure prints the document. All editions of XML 1.0 permit the letters, since the JDK's
 * parser implements the fourth and ours the fifth.
 */
class AgainstTheJdksParserTest {
    private static final int DOCUMENTS = 20_000;
    /**
     * Names that begin with a colon, and targets that contain one, in violation of Namespaces in XML 1.0, section 7.
     */
    private static final Pattern TOLERATED_BY_THE_JDK = Pattern.compile("[<\\s]:|<\\?[^\\s?]*:|</:");

    private static final String[] DAMAGE = {
        "<",
        ">",
        "/",
        "&",
        ";",
        "]]>",
        "]",
        "--",
        "-",
        "'",
        "\"",
        "=",
        " ",
        "\t",
        "\r\n",
        ":",
        "a",
        "b:",
        "1",
        "?",
        "?>",
        "<?",
        "<!",
        "<!--",
        "-->",
        "<![CDATA[",
        "&#",
        "&#x",
        "&amp;",
        "&lt",
        "xmlns:b='urn:b'",
        "xmlns=''",
        "<a>",
        "</a>",
        "<b:a/>",
        "\u0000",
        "\u0001",
        "\u007F",
        "\u0085",
        "é",
        "\u0436",
        "\u2003",
        "\uFFFE",
        "x='y'",
        " b:x='y'"
    };

    private static final String ORDER = "<order><symbol>IBM</symbol><price>140.34</price></order>";

    private static final String[] SMUGGLED = {
        "</s:Body><s:Body>",
        "</s:Body><s:Header/><s:Body>",
        "</s:Body><x/><s:Body>",
        "</s:Body></s:Envelope>",
        "<s:Header><s:Body/></s:Header>",
        "<TenantContext xmlns='urn:esbmt:tenant-context:1'/>",
        "<s:tenantcontext\n/>",
        "<!--<TenantContext/>-->",
        "<![CDATA[</s:Body>]]>",
        "<a x='TenantContext/>'/>"
    };

    @AfterAll
    static void usual() {
        MarkupEngine.WORDS.use(Names.GUARDED);
    }

    @Test
    void aDocumentIsWellFormedForBothOrForNeither() throws Exception {
        long seed = Long.getLong("esbmt.seed", new Random().nextLong());
        System.out.println("AgainstTheJdksParserTest: -Desbmt.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        SAXParser parser = jdksParser();
        int good = 0;
        int bad = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            StringBuilder body = new StringBuilder();
            content(random, body, 0);
            for (int d = random.nextInt(3); d > 0; d--) {
                damage(random, body);
            }
            byte[] document = Messages.envelope("", body.toString()).getBytes(UTF_8);
            boolean jdk = accepts(parser, document);
            Optional<Refused> strict = scan(document, BodyCheck.WELL_FORMED, random);
            Optional<Refused> light = scan(document, BodyCheck.ENVELOPE, random);

            boolean tolerated = jdk && TOLERATED_BY_THE_JDK.matcher(body).find();
            if (!tolerated) {
                assertThat(strict.isEmpty()).as("%s%n%s", body, strict).isEqualTo(jdk);
            }
            if (jdk && !tolerated) {
                assertThat(light).as(body.toString()).isEmpty();
                good++;
            } else {
                bad++;
            }
        }
        assertThat(good).isGreaterThan(DOCUMENTS / 5);
        assertThat(bad).isGreaterThan(DOCUMENTS / 5);
    }

    /** The parts of the Envelope, and the names of a TenantContext, as the JDK's parser sees them. */
    private static final class Structure extends DefaultHandler {
        private int depth;
        private final StringBuilder parts = new StringBuilder();
        private boolean context;

        @Override
        public void startElement(String uri, String local, String name, Attributes attributes) {
            if (++depth == 2) {
                parts.append(' ').append(local);
            }
            context |= depth > 2 && local.toLowerCase(Locale.ROOT).equals("tenantcontext");
        }

        @Override
        public void endElement(String uri, String local, String name) {
            depth--;
        }

        boolean isAcceptable() {
            return !context && parts.toString().equals(" Header Body");
        }
    }

    @ParameterizedTest
    @MethodSource("org.esbmt.xml.api.MarkupEngine#available")
    void theFastestCheckSeesTheStructureThatTheJdkSees(MarkupEngine engine) throws Exception {
        engine.use(Names.GUARDED);
        int mostOrders = engine == MarkupEngine.VECTORS ? 40 : 9; // their blocks are wider
        long seed = Long.getLong("esbmt.seed", new Random().nextLong());
        System.out.println("AgainstTheJdksParserTest: -Desbmt.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        SAXParser parser = jdksParser();
        int good = 0;
        int refused = 0;
        for (int i = 0; i < DOCUMENTS / 2; i++) {
            StringBuilder body = new StringBuilder();
            for (int n = random.nextInt(6); n >= 0; n--) {
                body.append(ORDER.repeat(random.nextInt(mostOrders)));
                if (random.nextInt(6) == 0) {
                    body.append(SMUGGLED[random.nextInt(SMUGGLED.length)]);
                }
                content(random, body, 0);
            }
            for (int d = random.nextInt(2); d > 0; d--) {
                damage(random, body);
            }
            byte[] document = Messages.envelope("", body.toString()).getBytes(UTF_8);
            Structure structure = new Structure();
            if (!accepts(parser, document, structure)
                    || TOLERATED_BY_THE_JDK.matcher(body).find()) {
                continue;
            }
            Optional<Refused> fastest = scan(document, BodyCheck.STRUCTURE, random, 1 + random.nextInt(2000));
            assertThat(fastest.isEmpty()).as("%s%n%s", body, fastest).isEqualTo(structure.isAcceptable());
            good += structure.isAcceptable() ? 1 : 0;
            refused += structure.isAcceptable() ? 0 : 1;
        }
        assertThat(good).isGreaterThan(DOCUMENTS / 50);
        assertThat(refused).isGreaterThan(DOCUMENTS / 200);
    }

    private static Optional<Refused> scan(byte[] document, BodyCheck check, SplittableRandom random) {
        return scan(document, check, random, 60);
    }

    private static Optional<Refused> scan(byte[] document, BodyCheck check, SplittableRandom random, int most) {
        EnvelopeScanner scanner = new EnvelopeScanner(XmlLimits.DEFAULTS, SoapVersion.SOAP_1_1, check);
        for (int at = 0; at < document.length; ) {
            int n = Math.min(1 + random.nextInt(most), document.length - at);
            scanner.feed(document, at, n);
            at += n;
        }
        return scanner.finish();
    }

    private static SAXParser jdksParser() throws Exception {
        SAXParserFactory factory = SAXParserFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newSAXParser();
    }

    private static boolean accepts(SAXParser parser, byte[] document) {
        return accepts(parser, document, new DefaultHandler());
    }

    private static boolean accepts(SAXParser parser, byte[] document, DefaultHandler handler) {
        try {
            parser.parse(new ByteArrayInputStream(document), handler);
            return true;
        } catch (SAXException | IOException e) {
            return false;
        }
    }

    private static void content(SplittableRandom random, StringBuilder out, int depth) {
        for (int n = random.nextInt(4); n >= 0; n--) {
            switch (random.nextInt(depth > 4 ? 6 : 10)) {
                case 0 -> out.append("text \u00E9\u0436");
                case 1 -> out.append("&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;&#xa;");
                case 2 -> out.append("<!-- comment <x> & ]]> -->");
                case 3 -> out.append("<![CDATA[ <x> & ]] ]> -- ]]>");
                case 4 -> out.append("<?pi some <data> ??>");
                case 5 -> out.append(" \r\n\t]] > ");
                default -> element(random, out, depth);
            }
        }
    }

    private static void element(SplittableRandom random, StringBuilder out, int depth) {
        String[] names = {"a", "b", "a.b-c_1", "s:a", "\u00E9", "xml:a"};
        String name = names[random.nextInt(names.length)];
        out.append('<').append(name);
        String[] attributes = {
            "x='1'",
            "y=\"it's > &lt;\"",
            "s:x='&#9;'",
            "xml:lang='en'",
            "xmlns='urn:d'",
            "xmlns:b='urn:b'",
            "xmlns:s='urn:s'",
            "z = ''",
            "xmlns=''",
            "xmlns:t='" + Messages.SOAP_1_1 + "'",
            "t:x='2'"
        };
        for (int i = 0; i < attributes.length; i++) {
            if (random.nextInt(4) == 0) {
                out.append(random.nextInt(5) == 0 ? "\n " : " ").append(attributes[i]);
            }
        }
        if (random.nextInt(4) == 0) {
            out.append("/>");
        } else {
            out.append('>');
            content(random, out, depth + 1);
            out.append("</").append(name).append(random.nextInt(5) == 0 ? " >" : ">");
        }
    }

    private static void damage(SplittableRandom random, StringBuilder body) {
        int at = random.nextInt(body.length() + 1);
        switch (random.nextInt(3)) {
            case 0 -> body.insert(at, DAMAGE[random.nextInt(DAMAGE.length)]);
            case 1 -> body.delete(at, Math.min(body.length(), at + 1 + random.nextInt(3)));
            default -> body.replace(at, Math.min(body.length(), at + 1), DAMAGE[random.nextInt(DAMAGE.length)]);
        }
    }
}
