package org.esbmt.message.security.internal.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.xml.security.Init;
import org.apache.xml.security.c14n.Canonicalizer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

class CanonicalFormTest {
    private static final int DOCUMENTS = 20_000;
    /** No element is left out. */
    private static final int ALL = -1;

    private static final String[] LISTS = {"", "", "a", "a b", "#default", "xml c #default", "d z"};

    private static DocumentBuilder builder;

    @BeforeAll
    static void initialize() throws Exception {
        Init.init();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        builder = factory.newDocumentBuilder();
    }

    @Test
    void randomDocumentsHaveTheBytesOfSantuario() throws Exception {
        compare(false);
    }

    /** Runs of their tokens are passed over at once. */
    @Test
    void tidyDocumentsHaveTheBytesOfSantuario() throws Exception {
        compare(true);
    }

    private static void compare(boolean tidy) throws Exception {
        for (int seed = 0; seed < DOCUMENTS; seed++) {
            RandomDocument random = new RandomDocument(new Random(seed), tidy);
            String document = random.document();
            String list = LISTS[seed % LISTS.length];
            byte[] bytes = document.getBytes(UTF_8);
            assertThat(new String(ours(bytes, list), UTF_8))
                    .as("%s of %s", list, document)
                    .isEqualTo(theirs(bytes, list));
        }
    }

    /** As the enveloped-signature transform leaves out a Signature, also in the midst of plain tokens. */
    @Test
    void documentsWithoutOneElementHaveTheBytesOfSantuario() throws Exception {
        for (int seed = 0; seed < DOCUMENTS; seed++) {
            Random random = new Random(seed);
            String document = new RandomDocument(random, seed % 2 == 0).document();
            byte[] bytes = document.getBytes(UTF_8);
            List<Integer> within = elementsWithin(apex(bytes));
            if (!within.isEmpty()) {
                int omitted = random.nextInt(within.size());
                String list = LISTS[seed % LISTS.length];
                assertThat(new String(ours(bytes, list, within.get(omitted)), UTF_8))
                        .as("%s without element %s of %s", list, omitted, document)
                        .isEqualTo(theirs(bytes, list, omitted));
            }
        }
    }

    /** The offsets of the elements in an apex whose start tag was just read. */
    private static List<Integer> elementsWithin(Markup apex) throws Exception {
        List<Integer> within = new ArrayList<>();
        int depth = apex.depth();
        boolean ended = apex.token() == Markup.Token.EMPTY;
        while (!ended) {
            apex.next();
            ended = apex.token() == Markup.Token.END && apex.depth() == depth;
            if (apex.isElement()) {
                within.add(apex.from());
            }
        }
        return within;
    }

    @Test
    void digestIsThatOfTheBytes() throws Exception {
        for (int seed = 0; seed < 500; seed++) {
            byte[] bytes = new RandomDocument(new Random(seed)).large().getBytes(UTF_8);
            CanonicalOutput out = new CanonicalOutput();
            out.begin(MessageDigest.getInstance("SHA-256"));
            Markup m = apex(bytes);
            new CanonicalForm(out).write(m, new byte[0][], CanonicalForm.ANY);
            assertThat(out.digested())
                    .isEqualTo(MessageDigest.getInstance("SHA-256").digest(ours(bytes, "")));
        }
    }

    @Test
    void surroundingDeclarationsAreLeftOutAsInSection21OfTheRecommendation() throws Exception {
        String n1 = "<n0:local xmlns:n0=\"foo:bar\" xmlns:n3=\"ftp://example.org\"><apex:e xmlns:apex=\"urn:apex\">"
                + "<n1:elem2 xmlns:n1=\"http://example.net\" xml:lang=\"en\"><n3:stuff/></n1:elem2></apex:e></n0:local>";
        String n2 = n1.replace(
                        "n0:local xmlns:n0=\"foo:bar\"",
                        "n2:pdu xmlns:n1=\"http://example.com\" xmlns:n2=\"http://foo.example\" xml:lang=\"fr\" xml:space=\"retain\"")
                .replace("/n0:local", "/n2:pdu");
        String expected = "<apex:e xmlns:apex=\"urn:apex\"><n1:elem2 xmlns:n1=\"http://example.net\" xml:lang=\"en\">"
                + "<n3:stuff xmlns:n3=\"ftp://example.org\"></n3:stuff></n1:elem2></apex:e>";
        assertThat(new String(ours(n1.getBytes(UTF_8), ""), UTF_8)).isEqualTo(expected);
        assertThat(new String(ours(n2.getBytes(UTF_8), ""), UTF_8)).isEqualTo(expected);
    }

    @Test
    void listedPrefixesAreShownAtTheApex() throws Exception {
        String document = "<r xmlns:a=\"urn:a\" xmlns:b=\"urn:b\"><e xmlns=\"\">a:x</e></r>"
                .replace("<r ", "<r xmlns:apex=\"urn:apex\" ");
        document = document.replace("<e xmlns=\"\">", "<apex:e>").replace("</e>", "</apex:e>");
        assertThat(new String(ours(document.getBytes(UTF_8), "a"), UTF_8))
                .isEqualTo("<apex:e xmlns:a=\"urn:a\" xmlns:apex=\"urn:apex\">a:x</apex:e>");
    }

    @Test
    void prefixIsNotKnownBehindAnElementThatHasBoundItAnew() throws Exception {
        String document = "<apex:e xmlns:apex=\"urn:apex\"><a:x xmlns:a=\"urn:1\"><a:y></a:y><a:y></a:y></a:x>"
                + "<a:z></a:z><a:z></a:z></apex:e>";
        byte[] bytes = ("<r xmlns:a=\"urn:2\">" + document + "</r>").getBytes(UTF_8);
        assertThat(new String(ours(bytes, ""), UTF_8))
                .isEqualTo(document.replace("<a:z>", "<a:z xmlns:a=\"urn:2\">"))
                .isEqualTo(theirs(bytes, ""));
    }

    private static Markup apex(byte[] document) throws Exception {
        CheckedDocument.of(document, 1024 * 1024);
        Markup m = new Markup(document);
        do {
            m.next();
        } while (!(m.isElement() && m.is("urn:apex".getBytes(UTF_8), "e".getBytes(UTF_8))));
        return m;
    }

    private static byte[] ours(byte[] document, String list) throws Exception {
        return ours(document, list, ALL);
    }

    private static byte[] ours(byte[] document, String list, int omitted) throws Exception {
        Markup m = apex(document);
        CanonicalOutput out = new CanonicalOutput();
        out.begin();
        byte[][] prefixes = Arrays.stream(list.split(" "))
                .filter(p -> !p.isEmpty())
                .map(p -> (p.equals("#default") ? "" : p).getBytes(UTF_8))
                .toArray(byte[][]::new);
        new CanonicalForm(out).write(m, prefixes, CanonicalForm.ANY, omitted);
        return out.kept();
    }

    private static String theirs(byte[] document, String list) throws Exception {
        return theirs(document, list, ALL);
    }

    private static String theirs(byte[] document, String list, int omitted) throws Exception {
        Element apex = (Element) builder.parse(new ByteArrayInputStream(document))
                .getElementsByTagNameNS("urn:apex", "e")
                .item(0);
        if (omitted != ALL) {
            Node element = apex.getElementsByTagName("*").item(omitted);
            element.getParentNode().removeChild(element);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Canonicalizer canonicalizer = Canonicalizer.getInstance(Canonicalizer.ALGO_ID_C14N_EXCL_OMIT_COMMENTS);
        if (list.isEmpty()) {
            canonicalizer.canonicalizeSubtree(apex, out);
        } else {
            canonicalizer.canonicalizeSubtree(apex, list, out);
        }
        return out.toString(UTF_8);
    }
}
