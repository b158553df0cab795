// Package words is what this module does with single words of text: it finds the
// known word that was meant, quotes and splits the words of a shell, and makes
// text from outside fit for a terminal, and counts. All functions are pure.
package words
