package org.esbmt.jbi.deployer.internal.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive.Trust;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives with forged, hidden or exploding content. Each is a valid archive except for one property. */
class HostileArchiveTest {
    private static final String JBI = """
            <?xml version="1.0"?>
            <jbi xmlns="http://java.sun.com/xml/ns/jbi" version="1.0">
              <service-assembly>
                <identification><name>orders</name><description/></identification>
                <service-unit>
                  <identification><name>in</name></identification>
                  <target><artifacts-zip>in.zip</artifacts-zip><component-name>http-bc</component-name></target>
                </service-unit>
              </service-assembly>
            </jbi>
            """;
    private static final int DEFLATED = 8;

    @TempDir
    Path folder;

    private static RawZip unit() {
        return new RawZip().add("xbean.xml", "<beans/>");
    }

    private static RawZip assembly() {
        return assembly(unit());
    }

    private static RawZip assembly(RawZip unit) {
        return new RawZip().add("META-INF/jbi.xml", JBI).add("in.zip", unit.bytes(), entry -> {});
    }

    private static AssemblyArchive read(byte[] archive, Trust trust) throws Exception {
        return AssemblyArchive.read(new ByteArrayInputStream(archive), trust, ArchiveLimits.DEFAULTS);
    }

    private static void assertRefused(byte[] archive, String sentence) {
        assertRefused(archive, Trust.DECLARATIVE, sentence);
    }

    private static void assertRefused(byte[] archive, Trust trust, String sentence) {
        assertThatThrownBy(() -> read(archive, trust))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_ARCHIVE))
                .hasMessageContaining(sentence);
    }

    @Test
    void theGoodArchiveIsRead() throws Exception {
        AssemblyArchive archive = read(assembly().bytes(), Trust.DECLARATIVE);

        assertThat(archive.descriptor().name()).isEqualTo("orders");
        archive.unpack(archive.descriptor().units().get(0), folder.resolve("in"));
        assertThat(folder.resolve("in/xbean.xml")).hasContent("<beans/>");
    }

    @Test
    void deflatedEntriesWithDataDescriptorsAreRead() throws Exception {
        byte[] content = "<beans/>".getBytes(UTF_8);
        Consumer<RawZip.Entry> streamed = entry -> {
            entry.method = DEFLATED;
            entry.flags = 8;
            entry.data = RawZip.deflated(content);
            entry.descriptor = ByteBuffer.allocate(16)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(0x08074b50)
                    .putInt((int) entry.centralCrc)
                    .putInt(entry.data.length)
                    .putInt(content.length)
                    .array();
            entry.localCrc = 0;
            entry.localUnpacked = 0;
        };
        AssemblyArchive archive =
                read(assembly(new RawZip().add("xbean.xml", content, streamed)).bytes(), Trust.DECLARATIVE);

        archive.unpack(archive.descriptor().units().get(0), folder.resolve("in"));
        assertThat(folder.resolve("in/xbean.xml")).hasContent("<beans/>");

        Consumer<RawZip.Entry> lying = entry -> {
            streamed.accept(entry);
            entry.descriptor[8]++;
        };
        assertRefused(assembly(new RawZip().add("xbean.xml", content, lying)).bytes(), "whose data descriptor differs");
    }

    @Test
    void filesOtherThanZipsAreRefused() {
        assertRefused(new byte[0], "the archive is not a zip file");
        assertRefused("hello, I am a service assembly".getBytes(UTF_8), "the archive is not a zip file");
        byte[] good = assembly().bytes();
        assertRefused(Arrays.copyOf(good, good.length - 1), "not a complete zip file");
        assertRefused(
                new RawZip()
                        .add("META-INF/jbi.xml", JBI)
                        .add("in.zip", "no zip")
                        .bytes(),
                "in.zip is not a zip");
    }

    @Test
    void anArchiveWithoutDescriptorIsRefused() {
        assertRefused(new RawZip().add("xbean.xml", "<beans/>").bytes(), "the archive has no META-INF/jbi.xml");
        assertRefused(new RawZip().bytes(), "the archive has no META-INF/jbi.xml");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil.xml",
                "a/../../evil.xml",
                "/etc/evil.xml",
                "a//evil.xml",
                "./evil.xml",
                "..\\evil.xml",
                "C:evil.xml",
                "a/\u0000evil.xml",
                "a\nb.xml",
                ".."
            })
    void anEntryCannotLeaveItsFolder(String name) {
        assertRefused(assembly().add(name, "<x/>").bytes(), "has an entry ");
        assertRefused(assembly(unit().add(name, "<x/>")).bytes(), "in.zip has an entry ");
        assertRefused(assembly(unit().add(name, "<x/>")).bytes(), Trust.TRUSTED, "in.zip has an entry ");
    }

    @ParameterizedTest
    @ValueSource(ints = {0120777, 0060644, 0020644, 0010644, 0140755})
    void linksAndDevicesAreRefused(int mode) {
        assertRefused(
                assembly(unit().add("link.xml", "/etc/passwd", entry -> entry.mode = mode))
                        .bytes(),
                Trust.TRUSTED,
                "that is a link or a special file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xbean.xml", "XBEAN.XML", "xbean.xml/", "\uff58bean.xml"})
    void oneNameIsThereOnce(String double_) {
        assertRefused(
                assembly(unit().add(double_, double_.endsWith("/") ? "" : "<x/>"))
                        .bytes(),
                "twice");
    }

    @Test
    void aFileIsNoFolder() {
        assertRefused(assembly(unit().add("XBEAN.xml/a.xml", "<x/>")).bytes(), "both as a file and as a folder");
    }

    @Test
    void localAndCentralHeadersMustAgree() {
        String differs = "whose local header differs from the directory";
        assertRefused(
                assembly(unit().add("a.xml", "<x/>", entry -> entry.localName = "b.xml".getBytes(UTF_8)))
                        .bytes(),
                differs);
        assertRefused(
                assembly(unit().add("a.xml", "<x/>", entry -> entry.localCrc++)).bytes(), differs);
        assertRefused(
                assembly(unit().add("a.xml", "<x/>", entry -> entry.localUnpacked++))
                        .bytes(),
                differs);
    }

    @Test
    void bytesOutsideOfEntriesAreRefused() {
        assertRefused(assembly().prefix("#!/bin/sh\n").bytes(), "is not a zip file");
        assertRefused(assembly().beforeDirectory("PK hidden").bytes(), "a gap before its directory");
        byte[] good = assembly().bytes();
        assertRefused(Arrays.copyOf(good, good.length + 3), "not a complete zip file");
    }

    @Test
    void overlappingEntriesAreRefused() {
        byte[] b = new RawZip().add("b.xml", "<beans/>").bytes();
        byte[] hidden = Arrays.copyOf(b, 30 + "b.xml".length() + "<beans/>".length());
        RawZip unit = new RawZip()
                .add("a.xml", hidden, entry -> {})
                .add("b.xml", "<beans/>", entry -> entry.offset = 30 + "a.xml".length());
        assertRefused(assembly(unit).bytes(), "in.zip has a gap or an overlap before the entry b.xml");
    }

    @Test
    void extraFieldsGiveNoSecondName() {
        byte[] unicodePath = {0x75, 0x70, 1, 0, 1};
        assertRefused(
                assembly(unit().add("a.xml", "<x/>", entry -> entry.centralExtra = unicodePath))
                        .bytes(),
                "a second name or length in an extra field");
        assertRefused(
                assembly(unit().add("a.xml", "<x/>", entry -> entry.localExtra = unicodePath))
                        .bytes(),
                "a second name or length in an extra field");
    }

    @Test
    void encryptedAndOddlyPackedEntriesAreRefused() {
        assertRefused(
                assembly(unit().add("a.xml", "<x/>", entry -> entry.flags = 1)).bytes(), "encrypted");
        assertRefused(
                assembly(unit().add("a.xml", "<x/>", entry -> entry.method = 12))
                        .bytes(),
                "another method");
    }

    @Test
    void aWrongChecksumIsRefused() {
        Consumer<RawZip.Entry> wrong = entry -> {
            entry.localCrc = 1;
            entry.centralCrc = 1;
        };
        assertRefused(assembly(unit().add("a.xml", "<x/>", wrong)).bytes(), "with a wrong checksum");
    }

    @Test
    void aContentIsAsLongAsItClaims() {
        byte[] zeros = new byte[100_000];
        Consumer<RawZip.Entry> small = entry -> {
            entry.method = DEFLATED;
            entry.data = RawZip.deflated(zeros);
            entry.localUnpacked = 10;
            entry.centralUnpacked = 10;
        };
        assertRefused(assembly(unit().add("a.xml", zeros, small)).bytes(), "longer than it claims");
        Consumer<RawZip.Entry> large = entry -> {
            entry.method = DEFLATED;
            entry.data = RawZip.deflated(new byte[10]);
            entry.localUnpacked = 20;
            entry.centralUnpacked = 20;
        };
        assertRefused(assembly(unit().add("a.xml", new byte[10], large)).bytes(), "another length than it declares");
    }

    @Test
    void aBombIsRefusedByItsHeadersAlone() {
        byte[] zeros = new byte[8 << 20];
        Consumer<RawZip.Entry> packed = entry -> {
            entry.method = DEFLATED;
            entry.data = RawZip.deflated(zeros);
        };
        assertRefused(assembly(unit().add("a.xml", zeros, packed)).bytes(), "more than 100 times its size");
        // The outer level of the bomb looks harmless: only its inner headers reveal it.
        byte[] nested = assembly(unit().add("a.xml", zeros, packed)).bytes();
        assertThat(nested.length).isLessThan(20_000);
    }

    @Test
    void manyEntriesAreTooMany() {
        RawZip unit = unit();
        for (int i = 0; i < 998; i++) {
            unit.add(i + ".xml", "");
        }
        assertRefused(assembly(unit).bytes(), "more than the 1000 entries");
        assertRefused(assembly(unit().claimedCount(3)).bytes(), "in.zip has");
    }

    @Test
    void largeIsTooLarge() {
        byte[] noise = new byte[11 << 20];
        new Random(1).nextBytes(noise);
        assertRefused(assembly().add("noise.xml", noise, entry -> {}).bytes(), "larger than the 10485760 bytes");
    }

    @Test
    void deepIsTooDeep() {
        assertRefused(assembly(unit().add("a/".repeat(16) + "x.xml", "<x/>")).bytes(), "deeper than 16 folders");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lib/evil.jar", "Evil.class", "run.sh", "x.zip", "noextension", "a.xml.jar", "b.groovy"})
    void aTenantBringsDeclarationsOnly(String name) throws Exception {
        assertRefused(assembly(unit().add(name, "x")).bytes(), "in.zip has an entry " + name);
        assertRefused(assembly().add(name, "x").bytes(), "the archive has an entry " + name);
        assertThat(read(assembly(unit().add(name, "x")).bytes(), Trust.TRUSTED)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"META-INF/tenant-context.xml", "meta-inf/TENANT-context.xml"})
    void noArchiveContainsATenantContext(String name) {
        assertRefused(assembly(unit().add(name, "<x/>")).bytes(), "which only the bus writes");
        assertRefused(assembly(unit().add(name, "<x/>")).bytes(), Trust.TRUSTED, "which only the bus writes");
        assertRefused(assembly().add(name, "<x/>").bytes(), Trust.TRUSTED, "which only the bus writes");
    }

    @Test
    void noDamagedByteGetsPastTheReader() throws Exception {
        byte[] good = assembly().bytes();
        Random random = new Random(42);
        for (int i = 0; i < 5_000; i++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                read(bad, Trust.DECLARATIVE);
            } catch (DeploymentException e) {
                assertThat(e.reason()).isEqualTo(Reason.INVALID_ARCHIVE);
                assertThat(e.getMessage()).matches("[\\x20-\\x7e]+");
            }
        }
        assertThat(folder).isEmptyDirectory();
    }
}
