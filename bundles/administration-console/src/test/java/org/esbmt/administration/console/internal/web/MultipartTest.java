package org.esbmt.administration.console.internal.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartTest {
    private static final String TYPE = "multipart/form-data; boundary=xyz";
    private static final String VALUE = "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n";
    private static final String FILE = String.join(
            "\r\n",
            "--xyz",
            "Content-Disposition: form-data; name=\"f\"; filename=\"x.zip\"",
            "Content-Type: application/zip",
            "",
            "");
    private static final String END = "--xyz--\r\n";

    private static Multipart.Sent read(String type, String body) {
        return Multipart.read(type, body.getBytes(ISO_8859_1));
    }

    @Test
    void valuesAndFilesAreRead() {
        Multipart.Sent sent = read(TYPE, VALUE + FILE + "\r\n--xy\r\n--\r\nPK\u0000\u00ff\r\n" + END);

        assertThat(sent.values().text("a")).isEqualTo("one");
        Upload file = sent.files().get("f").get(0);
        assertThat(file.name()).isEqualTo("x.zip");
        assertThat(new String(file.bytes(), ISO_8859_1)).isEqualTo("\r\n--xy\r\n--\r\nPK\u0000\u00ff");
    }

    @Test
    void anUnchosenFileIsNone() {
        String body = "--xyz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n\r\n" + END;

        assertThat(read(TYPE, body).files()).isEmpty();
    }

    @Test
    void theNameOfAFileIsOnlyAText() {
        String body =
                "--xyz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"../../etc/%22passwd\"\r\n\r\nx\r\n"
                        + END;

        assertThat(read(TYPE, body).files().get("f").get(0).name()).isEqualTo("../../etc/\"passwd");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--xyz",
                VALUE,
                "--xyz\r\n\r\none\r\n" + END,
                "preamble\r\n" + VALUE + END,
                VALUE + END + "epilogue",
                "--xyz\nContent-Disposition: form-data; name=\"a\"\n\none\n--xyz--\n",
                "--xyz\r\nContent-Disposition: form-data\r\n\r\none\r\n" + END,
                "--xyz\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\none\r\n" + END,
                "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n"
                        + "one\r\n" + END,
                "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Transfer-Encoding: base64\r\n\r\none\r\n"
                        + END,
                "--xyz\r\nContent-Disposition: form-data; name=\"a\r\n\r\none\r\n" + END
            })
    void anotherFormIsRefused(String body) {
        assertThatThrownBy(() -> read(TYPE, body)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data",
                "multipart/mixed; boundary=xyz",
                "multipart/form-data; boundary=",
                "multipart/form-data; boundary=\"x\r\ny\""
            })
    void anotherTypeIsRefused(String type) {
        assertThatThrownBy(() -> read(type, VALUE + END)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void partsAreBounded() {
        assertThatThrownBy(() -> read(TYPE, VALUE.repeat(Multipart.MOST_PARTS + 1) + END))
                .hasMessageContaining("at most 64 parts");
    }
}
