package org.esbmt.administration.console.internal.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class XmlLayoutTest {
    @Test
    void elementsAreIndented() {
        assertThat(XmlLayout.lines("<a x='1'><b>t&amp;u</b> <c><d/></c></a>"))
                .containsExactly("<a x=\"1\">", "  <b>t&amp;u</b>", "  <c>", "    <d/>", "  </c>", "</a>");
    }

    @Test
    void anEmptiedElementIsOneLine() {
        assertThat(XmlLayout.lines("<a><b>\n  \n</b><c> </c></a>"))
                .containsExactly("<a>", "  <b></b>", "  <c> </c>", "</a>");
    }

    @Test
    void mixedContentKeepsItsForm() {
        assertThat(XmlLayout.lines("<a>one <b>two</b><!--c--> three</a>"))
                .containsExactly("<a>one <b>two</b><!--c--> three</a>");
    }

    @Test
    void anyOtherTextKeepsItsLines() {
        assertThat(XmlLayout.lines("not\nXML")).containsExactly("not", "XML");
        assertThat(XmlLayout.lines("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>"))
                .containsExactly("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>");
    }

    @Test
    void aDeepTextKeepsItsLines() {
        String deep = "<a>".repeat(20_000) + "</a>".repeat(20_000);

        assertThat(XmlLayout.lines(deep)).containsExactly(deep);
    }
}
