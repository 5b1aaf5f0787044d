package org.esbmt.management.cluster.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.SealKey;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoiningTest {
    private static final RegistryReferences AWAY = new RegistryReferences();

    @TempDir
    private Path folder;

    private final ClusterFixture fixture = new ClusterFixture();

    @Test
    void theFirstNodeMakesTheClusterAndItsKey() throws Exception {
        LocalNode node = fixture.node(folder.resolve("a"), folder.resolve("a/seal.key"));
        assertThat(fixture.cluster().id().value()).isEqualTo(node.cluster());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("a/seal.key"))))
                .isEqualTo("rw-------");
        assertThat(SealKeyFile.read(folder.resolve("a/seal.key")).orElseThrow().id())
                .isEqualTo(node.keys().current().id());
    }

    @Test
    void aNodeKeepsItsIdentityWithoutTheRegistry() throws Exception {
        LocalNode node = fixture.node(folder.resolve("a"), folder.resolve("a/seal.key"));
        LocalNode again = new Joining(settings("a", "default", "a/seal.key"), AWAY).join();
        assertThat(again.instance()).isEqualTo(node.instance());
        assertThat(again.cluster()).isEqualTo(node.cluster());
        assertThat(again.keys().current().id()).isEqualTo(node.keys().current().id());
    }

    @Test
    void aFirstStartWaitsForTheRegistry() {
        Joining joining = new Joining(settings("a", "default", "a/seal.key"), AWAY);
        assertThatExceptionOfType(ClusterUnavailableException.class).isThrownBy(joining::join);
        assertThat(folder.resolve("a/seal.key")).doesNotExist();
    }

    @Test
    void aSecondNodeNeedsTheKeyOfTheFirst() throws Exception {
        LocalNode first = fixture.node(folder.resolve("a"), folder.resolve("a/seal.key"));
        refuses(settings("b", "default", "b/seal.key"), "has a key already");
        assertThat(folder.resolve("b/seal.key")).doesNotExist();
        Files.copy(folder.resolve("a/seal.key"), folder.resolve("b/seal.key"));
        LocalNode second = fixture.node(folder.resolve("b"), folder.resolve("b/seal.key"));
        assertThat(second.cluster()).isEqualTo(first.cluster());
        assertThat(second.instance()).isNotEqualTo(first.instance());
        assertThat(second.keys().current().id())
                .isEqualTo(first.keys().current().id());
    }

    @Test
    void aLostKeyIsNotReplacedOnceTheLogHasMessagesUnderIt() throws Exception {
        LocalNode node = fixture.node(folder.resolve("a"), folder.resolve("a/seal.key"));
        Files.delete(folder.resolve("a/seal.key"));
        // The node is alone and has sealed nothing, so a new key is possible.
        LocalNode again = fixture.node(folder.resolve("a"), folder.resolve("a/seal.key"));
        assertThat(again.keys().current().id())
                .isNotEqualTo(node.keys().current().id());
        fixture.transactions.run(transaction -> fixture.log.append(
                Operations.operation(new ClusterId(node.cluster())),
                revision -> org.esbmt.registry.api.configuration.Payload.of(new byte[1])));
        Files.delete(folder.resolve("a/seal.key"));
        refuses(settings("a", "default", "a/seal.key"), "put it back from a backup");
    }

    @Test
    void aRemovedNodeDoesNotCount() throws Exception {
        LocalNode first = fixture.node(folder.resolve("a"), folder.resolve("a/seal.key"));
        fixture.clusters.leave(new InstanceId(first.instance()));
        assertThat(fixture.node(folder.resolve("b"), folder.resolve("b/seal.key"))
                        .cluster())
                .isEqualTo(first.cluster());
    }

    @Test
    void aNodeDoesNotChangeItsCluster() throws Exception {
        fixture.node(folder.resolve("a"), folder.resolve("a/seal.key"));
        refuses(settings("a", "other", "a/seal.key"), "was part of the cluster 'default'");
        assertThat(fixture.clusters.findCluster(new ClusterName("other"))).isEmpty();
    }

    @Test
    void aFileOfAnotherFormIsNotOverwritten() throws Exception {
        Files.createDirectories(folder.resolve("a"));
        Files.writeString(folder.resolve("a/node"), "nonsense");
        refuses(settings("a", "default", "a/seal.key"), "has not the identity of this node");
        assertThat(folder.resolve("a/node")).hasContent("nonsense");
    }

    @Test
    void aKeyReadableByOthersIsRefused() throws Exception {
        fixture.node(folder.resolve("a"), folder.resolve("a/seal.key"));
        Files.setPosixFilePermissions(folder.resolve("a/seal.key"), PosixFilePermissions.fromString("rw-r-----"));
        refuses(settings("a", "default", "a/seal.key"), "chmod 600");
        Files.setPosixFilePermissions(folder.resolve("a/seal.key"), PosixFilePermissions.fromString("rw-------"));
        Files.writeString(folder.resolve("a/seal.key"), "nonsense");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new Joining(settings("a", "default", "a/seal.key"), AWAY).join())
                .withMessageContaining("has no key of this bus")
                .withMessageNotContaining("nonsense");
    }

    @Test
    void formerKeysAreStillAccepted() throws Exception {
        fixture.node(folder.resolve("a"), folder.resolve("a/seal.key"));
        SealKey former = SealKeyFile.generate(folder.resolve("former.key"));
        ClusterSettings settings = new ClusterSettings(
                new ClusterName("default"),
                ClusterFixture.HOST,
                folder.resolve("a"),
                folder.resolve("a/seal.key"),
                List.of(folder.resolve("former.key")),
                Duration.ofSeconds(1),
                Duration.ofHours(1));
        LocalNode node = new Joining(settings, AWAY).join();
        assertThat(node.keys().former().stream().map(SealKey::id)).containsExactly(former.id());
        Files.delete(folder.resolve("former.key"));
        refuses(settings, "former.key.files");
    }

    @Test
    void anArchiveBelongsToItsTenantOrTheSystem() throws Exception {
        TenantId acme = new TenantId(UUID.randomUUID());
        byte[] archive = "archive".getBytes(UTF_8);
        Artifact artifact = new Artifact(Sha256.of(archive), archive.length);
        RegisteredArchives archives = new RegisteredArchives(fixture.registries);
        fixture.services.putArtifact(acme, archive);
        assertThat(archives.read(Optional.of(acme), artifact)).contains(archive);
        assertThat(archives.read(Optional.empty(), artifact)).isEmpty();
        fixture.services.putArtifact(TenantRegistry.SYSTEM, archive);
        assertThat(archives.read(Optional.empty(), artifact)).contains(archive);
        assertThat(archives.read(Optional.of(new TenantId(UUID.randomUUID())), artifact))
                .isEmpty();
        assertThatExceptionOfType(ClusterUnavailableException.class)
                .isThrownBy(() -> new RegisteredArchives(AWAY).read(Optional.empty(), artifact));
    }

    private ClusterSettings settings(String name, String cluster, String key) {
        return fixture.settings(folder.resolve(name), cluster, folder.resolve(key));
    }

    private void refuses(ClusterSettings settings, String sentence) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new Joining(settings, fixture.registries).join())
                .withMessageContaining(sentence);
    }
}
