package org.esbmt.message.security.internal.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.message.security.internal.xml.Markup.Token;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The second reader alone, without the lexer in front of it: it ends with a refusal, whatever it reads. */
class MarkupTest {

    private static Markup markup(String document) {
        return new Markup(document.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<a|cut off",
                "<a b|cut off",
                "<a b='c|cut off",
                "<a b='c'|cut off",
                "<!-- -|cut off",
                "<a></a|cut off",
                "<a></a b>|malformed end tag",
                "</a>|malformed end tag",
                "<a b>|malformed attribute",
                "<a xmlns:b='urn:&#65;'/>|namespace has a reference",
                "<a xmlns='urn: b'/>|namespace has a reference",
                "<a xmlns='urn:long-enough-for-a-word&amp;'/>|namespace has a reference"
            })
    void malformedMarkupIsRefused(String document, String sentence) {
        assertThatThrownBy(() -> {
                    Markup m = markup(document);
                    while (m.next() != Token.END_OF_DOCUMENT) {
                        m.depth();
                    }
                })
                .isInstanceOf(SecurityRefusedException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void elementWithoutItsEndIsNotSkipped() throws Exception {
        Markup m = markup("<a><b></b>");
        m.next();
        assertThatThrownBy(m::skip).isInstanceOf(SecurityRefusedException.class).hasMessageContaining("cut off");
    }

    @Test
    void documentWithoutAnElementHasNoRoot() {
        assertThatThrownBy(() -> new ElementReader(markup("<!-- -->")).root())
                .isInstanceOf(SecurityRefusedException.class)
                .hasMessage("There is no element.");
    }

    @Test
    void childThatWasNotReadToItsEndIsFound() throws Exception {
        ElementReader in = new ElementReader(markup("<a><b></b></a>"));
        in.root();
        in.child(1);
        assertThatThrownBy(() -> in.child(1))
                .isInstanceOf(SecurityRefusedException.class)
                .hasMessage("The end of an element is missing.");
    }

    @Test
    void longReferenceIsRefused() throws Exception {
        Markup m = markup("<a>&#" + "0".repeat(40) + "65;</a>");
        m.next();
        CanonicalOutput out = new CanonicalOutput();
        out.begin();
        assertThatThrownBy(() -> new CanonicalForm(out).write(m, new byte[0][], CanonicalForm.ANY))
                .isInstanceOf(SecurityRefusedException.class)
                .hasMessage("There is a reference that is too long.");
    }
}
