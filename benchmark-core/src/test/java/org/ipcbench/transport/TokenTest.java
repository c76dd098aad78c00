package org.ipcbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenTest {
    private final Token token = new Token("00".repeat(Token.PROOF_BYTES) + "ff".repeat(Token.PROOF_BYTES));

    @Test
    void clientAndServerShowDifferentHalves() {
        assertThat(token.clientProof()).hasSize(Token.PROOF_BYTES).containsOnly(0);
        assertThat(token.serverProof()).hasSize(Token.PROOF_BYTES).containsOnly(0xff);
    }

    @Test
    void onlyTheSameProofMatches() {
        assertThat(Token.matches(token.clientProof(), token.clientProof())).isTrue();
        assertThat(Token.matches(token.clientProof(), token.serverProof())).isFalse();
        assertThat(Token.matches(token.clientProof(), new byte[Token.PROOF_BYTES - 1]))
                .isFalse();
    }

    @Test
    void everySessionHasItsOwnToken() {
        assertThat(Token.random()).isNotEqualTo(Token.random());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00ff", "0", "zz"})
    void malformedTokenIsRefused(String hex) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Token(hex));
    }

    @Test
    void staysSecretInMessages() {
        assertThat(token.toString()).doesNotContain("00", "ff");
    }
}
