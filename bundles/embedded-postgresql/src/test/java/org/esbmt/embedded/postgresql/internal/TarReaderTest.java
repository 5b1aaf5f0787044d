package org.esbmt.embedded.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarReaderTest {

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream tar = new ByteArrayOutputStream();

    @Test
    void filesDirectoriesAndLinksComeOutWithTheirModes() throws IOException {
        entry('5', "bin/", "", "", 0755);
        entry('0', "bin/postgres", "", "x".repeat(513), 0755);
        entry('0', "lib/libpq.so.5.17", "", "library", 0644);
        entry('2', "lib/libpq.so.5", "libpq.so.5.17", "", 0777);
        unpack();

        assertThat(directory.resolve("bin/postgres")).hasSize(513).isExecutable();
        assertThat(Files.isExecutable(directory.resolve("lib/libpq.so.5.17"))).isFalse();
        assertThat(directory.resolve("lib/libpq.so.5")).isSymbolicLink().hasContent("library");
    }

    @Test
    void aLongNameGoesToTheNextEntryAlone() throws IOException {
        String name = "share/" + "n".repeat(200);
        entry('L', "././@LongLink", "", name + "\0", 0);
        entry('0', "shortened", "", "long", 0644);
        entry('0', "short", "", "short", 0644);
        unpack();

        assertThat(directory.resolve(name)).hasContent("long");
        assertThat(directory.resolve("short")).hasContent("short");
        assertThat(directory.resolve("shortened")).doesNotExist();
    }

    @Test
    void namesAndLinksThatLeadOutAreRefused() throws IOException {
        for (String name : new String[] {"../evil", "/tmp/evil", "bin/../../evil"}) {
            tar.reset();
            entry('0', name, "", "evil", 0644);
            assertThatThrownBy(this::unpack).isInstanceOf(IOException.class).hasMessageContaining("leads out");
        }
        for (String link : new String[] {"/etc/passwd", "../../etc/passwd"}) {
            tar.reset();
            entry('2', "lib/link", link, "", 0777);
            assertThatThrownBy(this::unpack).isInstanceOf(IOException.class).hasMessageContaining("leads out");
        }
    }

    @Test
    void devicesAndHardLinksAreRefused() throws IOException {
        for (char type : new char[] {'1', '3', '4', '6', 'x'}) {
            tar.reset();
            entry(type, "strange", "", "", 0644);
            assertThatThrownBy(this::unpack).isInstanceOf(IOException.class).hasMessageContaining("unexpected type");
        }
    }

    @Test
    void aDamagedOrCutArchiveIsAnError() throws IOException {
        entry('0', "file", "", "y".repeat(2000), 0644);
        byte[] whole = tar.toByteArray();
        for (int length : new int[] {100, 512, 1500}) {
            assertThatThrownBy(() -> unpack(Arrays.copyOf(whole, length))).isInstanceOf(IOException.class);
            Files.deleteIfExists(directory.resolve("file"));
        }
        whole[0] ^= 1;
        assertThatThrownBy(() -> unpack(whole)).isInstanceOf(IOException.class).hasMessageContaining("check sum");
    }

    private void unpack() throws IOException {
        unpack(tar.toByteArray());
    }

    private void unpack(byte[] archive) throws IOException {
        new TarReader(new ByteArrayInputStream(archive)).unpackInto(directory);
    }

    private void entry(char type, String name, String link, String content, int mode) throws IOException {
        byte[] header = new byte[512];
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        put(header, 0, name);
        put(header, 100, "%07o".formatted(mode));
        put(header, 124, "%011o".formatted(bytes.length));
        header[156] = (byte) type;
        put(header, 157, link);
        put(header, 257, "ustar");
        Arrays.fill(header, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, 148, "%06o\0".formatted(sum));
        tar.write(header);
        tar.write(bytes);
        tar.write(new byte[(512 - bytes.length % 512) % 512]);
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}
