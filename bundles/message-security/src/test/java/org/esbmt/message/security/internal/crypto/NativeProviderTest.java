package org.esbmt.message.security.internal.crypto;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.OutputStream;
import java.math.BigInteger;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Security;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.internal.crypto.NativeProvider.UnusableException;
import org.esbmt.message.security.internal.crypto.WrongProvider.Flaw;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The native provider is used only if it is whole and right. */
class NativeProviderTest {
    private static final String PROVIDER = "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider";
    private static final SecretKeySpec SECRET = new SecretKeySpec(KnownAnswers.SECRET, "AES");
    private static final int ELF_MACHINE = 18;
    private static final byte ELF_OF_AARCH64 = (byte) 183;

    @Test
    void bothProvidersKnowTheAnswers() throws Exception {
        KnownAnswers.check(CryptoProvider.JDK);
        CryptoProvider provider = NativeProvider.load();
        assertThat(provider.name()).startsWith("AmazonCorrettoCryptoProvider 2.");
        KnownAnswers.check(provider);
    }

    @Test
    void theProviderDoesNotJoinThoseOfTheProcess() throws Exception {
        NativeProvider.load();
        assertThat(Arrays.toString(Security.getProviders())).doesNotContain("Corretto");
    }

    @ParameterizedTest
    @EnumSource(SignatureAlgorithm.class)
    void aWrongAlgorithmIsFound(SignatureAlgorithm algorithm) {
        for (Flaw flaw : Flaw.values()) {
            CryptoProvider wrong = CryptoProvider.of(new WrongProvider(algorithm.javaName(), flaw));
            assertThat(catchThrowable(() -> KnownAnswers.check(wrong)))
                    .as(flaw.name())
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SHA256withRSA, ACCEPTS_ALL, accepts a wrong signature",
        "SHA256withRSA, REFUSES_ALL, refuses a right signature",
        "SHA256withECDSAinP1363Format, SIGNS_WRONGLY, signs wrongly"
    })
    void aWrongAnswerHasAReason(String algorithm, Flaw flaw, String reason) {
        assertThatThrownBy(() -> KnownAnswers.check(CryptoProvider.of(new WrongProvider(algorithm, flaw))))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining(reason);
    }

    /** One does not check the tag, and the other one encrypts with a mistake. */
    @ParameterizedTest
    @CsvSource({"ACCEPTS_ALL, AES_128_GCM decrypts changed content", "ENCRYPTS_WRONGLY, AES_128_GCM encrypts wrongly"})
    void aWrongCipherHasAReason(WrongCipher.Flaw flaw, String reason) {
        assertThatThrownBy(() -> KnownAnswers.check(CryptoProvider.of(new WrongCipher(flaw))))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessage(reason);
    }

    @Test
    void aProviderWithWrongAnswersIsNotUsed() {
        assertThatThrownBy(() -> NativeProvider.load(getClass().getClassLoader(), WrongProvider.class.getName()))
                .isInstanceOf(UnusableException.class)
                .hasMessage("its known-answer test fails: RSA_PSS_SHA256 accepts a wrong signature");
    }

    @Test
    void aMissingJarIsNamed() {
        assertThatThrownBy(() -> NativeProvider.load(ClassLoader.getPlatformClassLoader(), PROVIDER))
                .isInstanceOf(UnusableException.class)
                .hasMessage("its jar is missing");
    }

    @Test
    void aLibraryForAnotherMachineIsNotUsed(@TempDir Path folder) throws Exception {
        Path jar = folder.resolve("other.jar");
        copyForAnotherMachine(jar);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> NativeProvider.load(loader, PROVIDER))
                    .isInstanceOf(UnusableException.class)
                    .hasMessageStartingWith("its library cannot be loaded: ")
                    .hasMessageNotContaining("/tmp");
        }
    }

    /** The provider destroys the key before, and its objects would refuse all further keys. */
    @Test
    void aKeyThatCannotBeUsedLeavesTheOthersUsable() throws Exception {
        Operations operations = new Operations(new SecureRandom(), NativeProvider.load());
        KeyPair good = pair("RSA", null);
        RSAPublicKey key = (RSAPublicKey) good.getPublic();
        BigInteger even = key.getModulus().subtract(BigInteger.ONE);
        PublicKey bad =
                KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(even, key.getPublicExponent()));
        assertThat(KeyStrength.isEnough(bad)).isTrue();
        byte[] signature = operations.sign(SignatureAlgorithm.RSA_SHA256, good.getPrivate(), KnownAnswers.SIGNED);
        byte[] wrapped = operations.wrap(key, SECRET);

        for (int i = 0; i < 3; i++) {
            assertThat(verifies(operations, key, signature)).isTrue();
            assertThat(verifies(operations, bad, signature)).isFalse();
            assertThatThrownBy(() -> operations.wrap(bad, SECRET)).isInstanceOf(GeneralSecurityException.class);
            assertThat(unwrapped(operations, good, wrapped)).isEqualTo(SECRET);
        }
    }

    @Test
    void thePlatformUsesKeysForPssAlone() throws Exception {
        Operations operations = new Operations(new SecureRandom(), NativeProvider.load());
        KeyPair rsa = pair("RSA", null);
        KeyPair pss = pair("RSASSA-PSS", null);
        byte[] wrapped = operations.wrap(pss.getPublic(), SECRET);
        byte[] byRsa = operations.sign(SignatureAlgorithm.RSA_SHA256, rsa.getPrivate(), KnownAnswers.SIGNED);
        byte[] byPss = operations.sign(SignatureAlgorithm.RSA_PSS_SHA256, pss.getPrivate(), KnownAnswers.SIGNED);

        for (int i = 0; i < 3; i++) {
            assertThat(operations.verify(
                            SignatureAlgorithm.RSA_PSS_SHA256, pss.getPublic(), KnownAnswers.SIGNED, byPss))
                    .isTrue();
            assertThat(verifies(operations, pss.getPublic(), byRsa)).isFalse();
            assertThat(verifies(operations, rsa.getPublic(), byRsa)).isTrue();
            assertThat(unwrapped(operations, pss, wrapped)).isEqualTo(SECRET);
        }
    }

    private static boolean verifies(Operations operations, PublicKey key, byte[] signature) {
        return operations.verify(SignatureAlgorithm.RSA_SHA256, key, KnownAnswers.SIGNED, signature);
    }

    private static SecretKeySpec unwrapped(Operations operations, KeyPair pair, byte[] wrapped) {
        return operations.unwrap(pair.getPrivate(), Oaep.SHA256, wrapped, ContentCipher.AES_128_GCM);
    }

    /** Copies the provider's jar without its signatures. The header of the library names another processor. */
    private static void copyForAnotherMachine(Path to) throws Exception {
        URL source =
                Class.forName(PROVIDER).getProtectionDomain().getCodeSource().getLocation();
        try (JarInputStream in = new JarInputStream(source.openStream(), false);
                OutputStream file = Files.newOutputStream(to);
                JarOutputStream out = new JarOutputStream(file)) {
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                byte[] content = in.readAllBytes();
                if (entry.getName().endsWith(".so")) {
                    content[ELF_MACHINE] = ELF_OF_AARCH64;
                }
                if (!entry.getName().startsWith("META-INF/")) {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    out.write(content);
                    out.closeEntry();
                }
            }
        }
    }

    /** Makes the file of the answers anew, by the Java platform. */
    @Test
    @EnabledIfSystemProperty(named = "golden.write", matches = "true")
    void writeTheAnswers() throws Exception {
        TreeMap<String, String> answers = new TreeMap<>();
        TreeMap<String, KeyPair> keys = new TreeMap<>();
        keys.put("RSA", pair("RSA", null));
        keys.put("EC.P256", pair("EC", "secp256r1"));
        keys.put("EC.P384", pair("EC", "secp384r1"));
        keys.put("Ed25519", pair("Ed25519", null));
        keys.forEach((name, pair) -> {
            answers.put("public." + name, text(pair.getPublic().getEncoded()));
            answers.put("private." + name, text(pair.getPrivate().getEncoded()));
        });
        Operations platform = new Operations(new SecureRandom(), CryptoProvider.JDK);
        for (SignatureAlgorithm algorithm : SignatureAlgorithm.values()) {
            KeyPair pair = keys.get(KnownAnswers.keyOf(algorithm));
            answers.put(
                    "signature." + algorithm, text(platform.sign(algorithm, pair.getPrivate(), KnownAnswers.SIGNED)));
        }
        for (Oaep oaep : Oaep.values()) {
            Cipher cipher = CryptoProvider.JDK.oaep();
            cipher.init(Cipher.ENCRYPT_MODE, keys.get("RSA").getPublic(), oaep.parameters());
            answers.put("oaep." + oaep, text(cipher.doFinal(KnownAnswers.SECRET)));
        }
        for (ContentCipher cipher : ContentCipher.values()) {
            SecretKeySpec key = new SecretKeySpec(Arrays.copyOf(KnownAnswers.SECRET, cipher.keyBytes()), "AES");
            int length = KnownAnswers.SIGNED.length;
            answers.put("content." + cipher, text(platform.encrypt(key, KnownAnswers.SIGNED, 0, length)));
        }
        StringBuilder file = new StringBuilder("# Answers of KnownAnswers, with keys that protect nothing.\n");
        answers.forEach(
                (name, value) -> file.append(name).append('=').append(value).append('\n'));
        Path path = Path.of("src/main/resources/org/esbmt/message/security/internal/crypto", KnownAnswers.FILE);
        Files.writeString(path, file, US_ASCII);
    }

    private static KeyPair pair(String kind, String curve) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
        if (curve != null) {
            generator.initialize(new ECGenParameterSpec(curve));
        } else if (kind.startsWith("RSA")) {
            generator.initialize(2048);
        }
        return generator.generateKeyPair();
    }

    private static String text(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
