package org.esbmt.jbi.deployer.internal.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.jbi.deployer.internal.assembly.RecordingComponent;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Zip files with one forged field, deployed on a real node. Each is refused with a sentence about the broken rule. It
 * leaves no file, no bundle and no unit, and does not affect the assembly that it was to replace.
 */
class ForgedZipTest {
    private static final Owner ACME = Owner.of(new TenantId(UUID.randomUUID()));
    private static final String JBI = """
            <jbi xmlns="http://java.sun.com/xml/ns/jbi" version="1.0"><service-assembly>
              <identification><name>orders</name><description/></identification>
              <service-unit>
                <identification><name>in</name><description/></identification>
                <target><artifacts-zip>in.zip</artifacts-zip><component-name>http-bc</component-name></target>
              </service-unit>
            </service-assembly></jbi>
            """;
    private static final byte[] CONTENT = "<beans>".repeat(20).getBytes(UTF_8);
    private static final int DEFLATED = 8;
    private static final int DESCRIBED = 1 << 3;
    private static final int END_LENGTH = 22;

    private static final String BEHIND_ITS_END = "an entry a.xml that continues behind its end";
    private static final String OUTSIDE = "an entry a.xml that leads outside of it";
    private static final String DIFFERS = "an entry a.xml whose local header differs from the directory";
    private static final String OVERLAP = "a gap or an overlap before the entry b.xml";
    private static final String SECOND_LENGTH = "an entry a.xml with a second name or length in an extra field";
    private static final String ZIP64 = "zip64 headers";

    @TempDir
    Path folder;

    private TestNode node;
    private RecordingComponent http;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder);
        http = node.component("http-bc");
        node.open();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    /** Adds the forged entry to a valid zip, or forges the finished bytes. */
    private record Forgery(String what, Consumer<RawZip> entries, Consumer<ByteBuffer> bytes, String sentence) {
        byte[] in(RawZip zip) {
            entries.accept(zip);
            byte[] forged = zip.bytes();
            bytes.accept(ByteBuffer.wrap(forged).order(ByteOrder.LITTLE_ENDIAN));
            return forged;
        }

        @Override
        public String toString() {
            return what;
        }
    }

    /** An entry a.xml, and another after it. */
    private static Forgery entry(String what, Consumer<RawZip.Entry> lie, String sentence) {
        return new Forgery(
                what,
                zip -> zip.add("a.xml", CONTENT, deflated().andThen(lie)).add("b.xml", "<beans/>"),
                bytes -> {},
                sentence);
    }

    private static Forgery end(String what, Consumer<ByteBuffer> lie, String sentence) {
        return new Forgery(what, zip -> zip.add("a.xml", CONTENT, deflated()), lie, sentence);
    }

    private static Consumer<RawZip.Entry> deflated() {
        return entry -> {
            entry.method = DEFLATED;
            entry.data = RawZip.deflated(CONTENT);
        };
    }

    private static Consumer<RawZip.Entry> packed(long local, long central) {
        return entry -> {
            entry.localPacked = local;
            entry.centralPacked = central;
        };
    }

    private static Consumer<RawZip.Entry> unpacked(int length) {
        return entry -> {
            entry.localUnpacked = length;
            entry.centralUnpacked = length;
        };
    }

    /** The lengths follow the data, so the local header need not repeat the forged value of the directory. */
    private static Consumer<RawZip.Entry> described(Consumer<RawZip.Entry> lie) {
        return lie.andThen(entry -> {
            entry.flags = DESCRIBED;
            entry.descriptor = ByteBuffer.allocate(16)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(0x08074b50)
                    .putInt((int) entry.centralCrc)
                    .putInt(entry.centralPacked < 0 ? entry.data.length : (int) entry.centralPacked)
                    .putInt(entry.centralUnpacked)
                    .array();
            entry.localCrc = 0;
            entry.localPacked = 0;
            entry.localUnpacked = 0;
        });
    }

    /** APPNOTE 4.5.3: the lengths as 64 bits, unpacked before packed. */
    private static byte[] zip64(long unpacked, long packed) {
        return ByteBuffer.allocate(20)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) 1)
                .putShort((short) 16)
                .putLong(unpacked)
                .putLong(packed)
                .array();
    }

    private static Consumer<ByteBuffer> endField(int at, long value, int length) {
        return bytes -> {
            int field = bytes.capacity() - END_LENGTH + at;
            if (length == 2) {
                bytes.putShort(field, (short) value);
            } else {
                bytes.putInt(field, (int) value);
            }
        };
    }

    static Stream<Forgery> forgedPackedSizes() {
        int real = RawZip.deflated(CONTENT).length;
        return Stream.of(
                // A length that makes a sum of ints negative, so that a comparison after the sum accepts it.
                entry("0x7fffffff in both headers", packed(0x7fffffffL, 0x7fffffffL), BEHIND_ITS_END),
                entry("0x7fffffff in the directory", described(packed(0, 0x7fffffffL)), BEHIND_ITS_END),
                entry("0x80000000", packed(0x80000000L, 0x80000000L), OUTSIDE),
                entry("0xffffffff", packed(0xffffffffL, 0xffffffffL), OUTSIDE),
                entry("a byte of the next header", packed(real + 1, real + 1), OVERLAP),
                entry("a byte that nobody has", packed(real - 1, real - 1), OVERLAP),
                entry("all of the next entry", packed(real + 43, real + 43), OVERLAP));
    }

    static Stream<Forgery> forgedUnpackedSizes() {
        return Stream.of(
                entry("0x7fffffff", unpacked(0x7fffffff), "bytes that are allowed"),
                entry("0x7fffffff in the directory", described(unpacked(0x7fffffff)), "bytes that are allowed"),
                entry("0x80000000", unpacked(0x80000000), OUTSIDE),
                entry("0xffffffff", unpacked(-1), OUTSIDE),
                entry("a bomb that claims one byte", unpacked(1), "an entry a.xml that is longer than it claims"),
                entry("nothing", unpacked(0), "an entry a.xml that is longer than it claims"),
                entry(
                        "a byte too many",
                        unpacked(CONTENT.length + 1),
                        "an entry a.xml with another length than it declares"));
    }

    static Stream<Forgery> overlaps() {
        byte[] inner = new RawZip().add("b.xml", "<evil/>").bytes();
        byte[] hidden = Arrays.copyOf(inner, 30 + "b.xml".length() + "<evil/>".length());
        return Stream.of(
                // The stored content of one entry is the header and the content of another: a small zip quine.
                new Forgery(
                        "an entry in the content of another",
                        zip -> zip.add("a.xml", hidden, entry -> {})
                                .add("b.xml", "<evil/>", entry -> entry.offset = offset(zip, "a.xml") + 35),
                        bytes -> {},
                        OVERLAP),
                new Forgery(
                        "two names for one content",
                        zip -> zip.add("a.xml", "<x/>")
                                .add("b.xml", "<x/>", entry -> entry.offset = offset(zip, "a.xml")),
                        bytes -> {},
                        "an entry b.xml whose local header differs from the directory"),
                new Forgery(
                        "an offset behind the end",
                        zip -> zip.add("a.xml", "<x/>", entry -> entry.offset = 0x7ffffff0),
                        bytes -> {},
                        "a header that leads outside of it"));
    }

    static Stream<Forgery> zip64Fields() {
        return Stream.of(
                entry("in the directory", entry -> entry.centralExtra = zip64(1, 1), SECOND_LENGTH),
                entry("in the local header", entry -> entry.localExtra = zip64(1, 1), SECOND_LENGTH),
                entry(
                        "with another unpacked length",
                        entry -> entry.localExtra = zip64(CONTENT.length + 1, entry.data.length),
                        SECOND_LENGTH),
                entry(
                        "with another packed length",
                        entry -> entry.localExtra = zip64(CONTENT.length, entry.data.length - 1),
                        SECOND_LENGTH),
                entry(
                        "before a descriptor",
                        described(entry -> entry.localExtra = zip64(CONTENT.length, entry.data.length)),
                        SECOND_LENGTH),
                entry(
                        "with the same lengths in the directory",
                        entry -> entry.centralExtra = zip64(CONTENT.length, entry.data.length),
                        SECOND_LENGTH),
                entry(
                        "with the marks of zip64 in the directory",
                        entry -> {
                            packed(0xffffffffL, 0xffffffffL)
                                    .andThen(unpacked(-1))
                                    .accept(entry);
                            entry.localExtra = zip64(CONTENT.length, entry.data.length);
                            entry.centralExtra = entry.localExtra;
                        },
                        OUTSIDE),
                entry("cut off", entry -> entry.centralExtra = new byte[] {1, 0, 16, 0, 1}, SECOND_LENGTH),
                entry("an extra field cut off", entry -> entry.centralExtra = new byte[] {9}, "a damaged extra field"),
                entry(
                        "an extra field longer than all of them",
                        entry -> entry.centralExtra = new byte[] {9, 9, (byte) 0xff, (byte) 0xff},
                        "a damaged extra field"),
                end("a count of 0xffff", endField(8, 0xffff, 2).andThen(endField(10, 0xffff, 2)), ZIP64),
                end("a directory of 0xffffffff bytes", endField(12, 0xffffffffL, 4), ZIP64),
                end("a directory at 0xffffffff", endField(16, 0xffffffffL, 4), ZIP64));
    }

    static Stream<Forgery> doubledNames() {
        List<Forgery> all = new ArrayList<>();
        for (String name : List.of("a.xml", "A.XML", "\uff41.xml", "a.xml/")) {
            all.add(new Forgery(
                    "a.xml and " + name,
                    zip -> zip.add("a.xml", "<good/>").add(name, name.endsWith("/") ? "" : "<evil/>"),
                    bytes -> {},
                    "twice"));
        }
        return all.stream();
    }

    static Stream<Forgery> disagreements() {
        return Stream.of(
                entry("another name", entry -> entry.localName = "c.xml".getBytes(UTF_8), DIFFERS),
                entry("a longer name", entry -> entry.localName = "a.xmlx".getBytes(UTF_8), DIFFERS),
                entry("another method", entry -> entry.localMethod = 0, DIFFERS),
                entry("other flags", entry -> entry.localFlags = DESCRIBED, DIFFERS),
                entry("another checksum", entry -> entry.localCrc++, DIFFERS),
                entry("another packed size", packed(1, -1), DIFFERS),
                entry("another unpacked size", entry -> entry.localUnpacked++, DIFFERS),
                entry("a size besides the descriptor's", described(e -> {}).andThen(e -> e.localPacked = 1), DIFFERS),
                end("another count of parts", endField(8, 1, 2), "more than one part"),
                end("a directory elsewhere", endField(16, 0, 4), "a gap before or after its directory"),
                end("a directory at 0x7fffffff", endField(16, 0x7fffffffL, 4), "a gap before or after its directory"));
    }

    /** The offset of the local header of an entry that was added before. */
    private static int offset(RawZip zip, String name) {
        String bytes = new String(zip.bytes(), ISO_8859_1);
        return bytes.indexOf(name) - 30;
    }

    private static RawZip unit() {
        return new RawZip().add("xbean.xml", "<beans/>");
    }

    private static RawZip assembly(byte[] unit) {
        return new RawZip().add("META-INF/jbi.xml", JBI).add("in.zip", unit, entry -> {});
    }

    private void deploy(Owner owner, byte[] archive) throws DeploymentException {
        node.assemblies().deploy(owner, new ByteArrayInputStream(archive), Initial.STARTED, Optional.empty());
    }

    private static void assertRefused(String sentence, ThrowingCallable operation) {
        assertThatThrownBy(operation)
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_ARCHIVE))
                .hasMessageContaining(sentence)
                .message()
                .matches("[\\x20-\\x7e]+");
    }

    /** Ant writes this form, and so do builds with Maven. */
    @Test
    void theSameLengthsAgainInALocalHeaderAreTaken() throws Exception {
        RawZip unit = unit().add("a.xml", CONTENT, entry -> {
            entry.localExtra = zip64(CONTENT.length, entry.data.length);
        });
        deploy(ACME, assembly(unit.bytes()).bytes());

        assertThat(http.units()).isEqualTo(Map.of(ACME + "/orders/in", "started"));
    }

    @ParameterizedTest
    @MethodSource({
        "forgedPackedSizes",
        "forgedUnpackedSizes",
        "overlaps",
        "zip64Fields",
        "doubledNames",
        "disagreements"
    })
    void isRefusedAndLeavesNothing(Forgery forgery) throws Exception {
        byte[] outside = forgery.in(assembly(unit().bytes()));
        byte[] inside = assembly(forgery.in(unit())).bytes();
        for (Owner owner : List.of(ACME, Owner.PLAIN)) {
            assertRefused("the archive", () -> deploy(owner, outside));
            assertRefused(forgery.sentence(), () -> deploy(owner, outside));
            assertRefused("in.zip", () -> deploy(owner, inside));
            assertRefused(forgery.sentence(), () -> deploy(owner, inside));
        }
        assertThat(node.files()).isEmpty();
        assertThat(node.bundles()).isEmpty();
        assertThat(node.diary()).isEmpty();
        assertThat(node.assemblies().all()).isEmpty();

        deploy(ACME, assembly(unit().bytes()).bytes());
        List<String> files = node.files();
        node.diary();
        for (byte[] forged : List.of(outside, inside)) {
            assertRefused(forgery.sentence(), () -> node.assemblies()
                    .update(ACME, new ByteArrayInputStream(forged), Optional.empty()));
        }
        assertThat(node.diary()).isEmpty();
        assertThat(node.files()).isEqualTo(files);
        assertThat(node.assemblies()
                        .find(new AssemblyKey(ACME, "orders"))
                        .orElseThrow()
                        .state())
                .isEqualTo(State.STARTED);
        assertThat(http.units()).isEqualTo(Map.of(ACME + "/orders/in", "started"));
    }
}
